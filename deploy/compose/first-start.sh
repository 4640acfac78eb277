#!/bin/bash
# Runs once, when the database is created: adds a user for the standby, and notes which server may write.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v password="$REPLICATION_PASSWORD" <<'SQL'
create role replicator with replication login password :'password';
SQL
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
# From the next start on, which is that of the server itself: the standby does not exist yet.
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" \
  -c "alter system set synchronous_standby_names = '${PEER//-/_}'"
echo "$PEER" >"$CLUSTER/waited-for"
echo "$NODE" >"$CLUSTER/primary"
sync "$CLUSTER/waited-for" "$CLUSTER/primary" "$CLUSTER"
