#!/bin/bash
# Copies the primary on its first start; afterwards it follows it. Its name is what the primary waits for.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -m 700 -o postgres -g postgres "$PGDATA"
  until gosu postgres env PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup \
    -d 'host=postgres-1 user=replicator application_name=postgres_2' -D "$PGDATA" -S postgres_2 -X stream -R; do
    find "$PGDATA" -mindepth 1 -delete
    sleep 1
  done
fi
exec docker-entrypoint.sh postgres -c cluster_name=postgres_2 -c hot_standby=on
