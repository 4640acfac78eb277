#!/bin/bash
# One of two PostgreSQL servers. A file that both can read names the one that may write. So a server that was down while the
# other took over never comes back as a second primary: it copies the other one anew and follows it.
#   postgres.sh start              what the container runs
#   postgres.sh promote            on the standby: takes over from a primary that is stopped
#   postgres.sh wait-for-standby   on the new primary: from now on commits wait for the other server, which follows it
set -euo pipefail
: "${NODE:?}" "${PEER:?}" "${CLUSTER:?}" "${PGDATA:?}"
peer_host=${PEER_HOST:-$PEER}
standby=${NODE//-/_}

fail() {
  echo "$1" >&2
  exit 1
}

ask() { psql -v ON_ERROR_STOP=1 -qAt -U "$POSTGRES_USER" -d "$POSTGRES_DB" "$@"; }
is_peer_primary() {
  [ "$(PGPASSWORD=$POSTGRES_PASSWORD ask -h "$peer_host" -c 'select pg_is_in_recovery()' 2>/dev/null)" = f ]
}
primary() { cat "$CLUSTER/primary" 2>/dev/null || true; }

# Everything that this server has and the primary does not was never acknowledged.
copy_primary() {
  until is_peer_primary; do sleep 1; done
  PGPASSWORD=$REPLICATION_PASSWORD psql -qAt "host=$peer_host user=replicator replication=true" \
    -c "CREATE_REPLICATION_SLOT $standby PHYSICAL RESERVE_WAL" 2>/dev/null || true
  install -d -m 700 -o postgres -g postgres "$PGDATA"
  until
    find "$PGDATA" -mindepth 1 -delete
    PGPASSWORD=$REPLICATION_PASSWORD gosu postgres pg_basebackup \
      -d "host=$peer_host user=replicator application_name=$standby" -D "$PGDATA" -S "$standby" -X stream -c fast -R
  do sleep 1; done
}

start() {
  chown postgres:postgres "$CLUSTER"
  # The first server creates the database, which notes it as the primary; the other one waits for that.
  if [ "$NODE" != postgres-1 ]; then
    until [ -n "$(primary)" ]; do sleep 1; done
  fi
  case $(primary) in
    "$PEER") [ -e "$PGDATA/standby.signal" ] || copy_primary ;;
    "$NODE") [ -s "$PGDATA/PG_VERSION" ] || fail "$NODE is the primary, but its data is gone: promote $PEER, or restore a backup." ;;
    *) [ ! -s "$PGDATA/PG_VERSION" ] || fail "$CLUSTER/primary does not say which server is the primary. If this was the first start, remove the volumes." ;;
  esac
  exec docker-entrypoint.sh postgres -c wal_keep_size=1GB -c hot_standby=on -c "cluster_name=$standby" "$@"
}

promote() {
  local status=0
  pg_isready -q -h "$peer_host" || status=$?
  # 2: nothing answers. 1 is a server that is starting.
  [ "$status" = 2 ] || fail "$PEER still answers. First: docker compose stop $PEER"
  echo "$NODE" >"$CLUSTER/primary.new"
  sync "$CLUSTER/primary.new"
  mv "$CLUSTER/primary.new" "$CLUSTER/primary"
  [ "$(ask -c 'select pg_is_in_recovery()')" = f ] || ask -c 'select pg_promote(true, 60)'
  ask -c "alter system set synchronous_standby_names = ''" -c 'select pg_reload_conf()'
  echo "$NODE is the primary, and alone: start $PEER again, then run wait-for-standby."
}

wait_for_standby() {
  [ "$(primary)" = "$NODE" ] || fail "$NODE is not the primary."
  local name=${PEER//-/_}
  [ "$(ask -c "select count(*) from pg_stat_replication where application_name = '$name' and state = 'streaming'")" = 1 ] ||
    fail "$PEER does not follow yet. Try again when it does."
  ask -c "alter system set synchronous_standby_names = '$name'" -c 'select pg_reload_conf()'
  echo "Commits wait for $PEER."
}

case ${1:-} in
  start) shift && start "$@" ;;
  promote) promote ;;
  wait-for-standby) wait_for_standby ;;
  *) fail 'postgres.sh start | promote | wait-for-standby' ;;
esac
