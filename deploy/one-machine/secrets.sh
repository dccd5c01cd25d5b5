#!/bin/sh
# `sh deploy/one-machine/secrets.sh [HOST]`: makes `sarafa.env` in the present folder, which deploy/compose.yaml is read with. What the
# file has already stays as it is: a second run adds only what a newer release needs. With HOST, the name that TVs and phones call this
# machine by, Caddy stands in front with TLS, and backups go to /var/backups/sarafa.
set -eu
umask 077
file=sarafa.env
command -v openssl >/dev/null || { echo 'openssl, which makes the secrets, is missing (apt install openssl)' >&2; exit 1; }
host=${1:-}
case $host in *[!A-Za-z0-9.:,\ -]*) echo "$host: the name of this machine alone, as rates.example.com" >&2; exit 1 ;; esac
if [ -n "$host" ] && ! id -u | grep -qx 0; then
  echo "As root, please: with a name, backups get a folder that only root can make (sudo sh deploy/one-machine/secrets.sh $host)" >&2
  exit 1
fi

add() {
  grep -q "^$1=." "$file" 2>/dev/null || printf '%s=%s\n' "$1" "$2" >>"$file"
}
# A letter comes first, because NATS takes a password of digits for a number. None has a character that a URL would change.
password() {
  printf 's%s' "$(openssl rand -hex 24)"
}

# The end of line that an editor may have left out.
if [ -s "$file" ] && [ -n "$(tail -c 1 "$file")" ]; then echo >>"$file"; fi
for name in MASTER_KEY BACKUP_KEY MONGODB_KEYFILE; do add "$name" "$(openssl rand -base64 32)"; done
for name in ADMIN_PASSWORD S3_SECRET_KEY; do add "$name" "$(password)"; done
for part in GATEWAY AUTH USERS PRICING MEDIA SETTINGS; do add "NATS_${part}_PASSWORD" "$(password)"; done
for user in ROOT BACKUP AUTH USERS PRICING MEDIA SETTINGS; do add "MONGODB_${user}_PASSWORD" "$(password)"; done
chmod 600 "$file"
# The servers' own users read these files as they are here, however strict the umask was with which they came.
here=$(dirname "$0")
chmod a+r "$here/Caddyfile" "$here"/../../helm/sarafa/files/*.conf "$here"/../../helm/sarafa/files/mongodb-setup.js 2>/dev/null || :
if [ -n "$host" ]; then
  add SARAFA_HOST "$host"
  add COMPOSE_PROFILES tls
  add BACKUPS /var/backups/sarafa
  folder=$(sed -n 's/^BACKUPS=//p' "$file")
  # By number the image's user, who alone writes there.
  case $folder in /*) mkdir -p "$folder" && chown 65532:65532 "$folder" ;; esac
fi
echo "$file has all secrets now. Keep a copy of it on another machine: without its BACKUP_KEY no backup can be opened again."
