# Whether nats-server needs a restart. Once its disk was full it takes no writes into the stream that met that, also when there is room again.
# While there is none, it isn't restarted: it goes on answering reads.
(printf 'GET /healthz HTTP/1.0\r\n\r\n'; sleep 1) | nc 127.0.0.1 8222 | grep -q 'write error.*no space left' || exit 1
test "$(df -Pk /data | awk 'NR == 2 { print $4 }')" -gt 16384
