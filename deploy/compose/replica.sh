# Copies the primary at the first start, then follows it. PGPASSWORD is the password of the role "replicator".
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # A copy that was interrupted is started again.
  rm -rf "$PGDATA.new"
  mkdir -p "$(dirname "$PGDATA")"
  pg_basebackup --host="$PRIMARY_HOST" --port="${PRIMARY_PORT:-5432}" --username=replicator --pgdata="$PGDATA.new" \
    --slot=replica --write-recovery-conf --checkpoint=fast
  mv --no-target-directory "$PGDATA.new" "$PGDATA"
fi
exec postgres "$@"
