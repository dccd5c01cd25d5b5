# Runs beside MinIO after each start. Makes the bucket, and the one user, who may use the bucket and nothing else.
set -eu
export MC_CONFIG_DIR=/tmp/.mc
tries=0
until mc alias set local http://127.0.0.1:9000 root "$MINIO_ROOT_PASSWORD" >/tmp/setup.log 2>&1; do
  tries=$((tries + 1))
  if [ "$tries" -gt 120 ]; then cat /tmp/setup.log; exit 1; fi
  sleep 1
done
mc mb --ignore-existing "local/$BUCKET"
mc admin policy create local media /etc/minio-setup/policy.json
mc admin user add local media "$MEDIA_PASSWORD"
# mc fails when the policy is attached already.
case $(mc admin policy entities local --user media) in
  *"media"*"Policies"*) ;;
  *) mc admin policy attach local media --user media || mc admin user info local media ;;
esac
