#!/bin/bash
# One of two PostgreSQL servers. A file that both can read names the one that may write. So a server that was down while the
# other took over never comes back as a second primary: it makes a new copy of the other one and follows it.
#   postgres.sh start              what the container runs
#   postgres.sh promote            on the standby: takes over from a primary that is stopped. Refused where commits did not
#                                  wait for this standby; `promote accept-loss` gives up what only the other one has
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
# The server that has every acknowledged commit besides the primary; nothing while commits wait for nobody.
waited_for() { cat "$CLUSTER/waited-for" 2>/dev/null || true; }
# What is noted is on the disk before anything relies on it.
note() {
  echo "$2" >"$CLUSTER/$1.new"
  sync "$CLUSTER/$1.new"
  mv "$CLUSTER/$1.new" "$CLUSTER/$1"
  sync "$CLUSTER"
}

# Whether what is here is the database of the primary, or an earlier state of it.
has_same_database() {
  local here there
  here=$(LC_ALL=C pg_controldata "$PGDATA" | sed -n 's/^Database system identifier: *//p')
  there=$(PGPASSWORD=$POSTGRES_PASSWORD ask -h "$peer_host" -c 'select system_identifier from pg_control_system()')
  [ -n "$here" ] && [ "$here" = "$there" ]
}

# Everything that this server has and the primary does not was never acknowledged: `promote` has seen to that.
copy_primary() {
  until is_peer_primary; do sleep 1; done
  if [ -s "$PGDATA/PG_VERSION" ] && [ ! -e "$CLUSTER/copying-$NODE" ]; then
    has_same_database || fail "$NODE has data of another database than $PEER: nothing is erased. See docs/operating.md, \"With containers\"."
  fi
  PGPASSWORD=$REPLICATION_PASSWORD psql -qAt "host=$peer_host user=replicator replication=true" \
    -c "CREATE_REPLICATION_SLOT $standby PHYSICAL RESERVE_WAL" 2>/dev/null || true
  # An interrupted copy may look complete, so it is started over.
  note "copying-$NODE" yes
  install -d -m 700 -o postgres -g postgres "$PGDATA"
  until
    find "$PGDATA" -mindepth 1 -delete
    PGPASSWORD=$REPLICATION_PASSWORD gosu postgres pg_basebackup \
      -d "host=$peer_host user=replicator application_name=$standby" -D "$PGDATA" -S "$standby" -X stream -c fast -R
  do sleep 1; done
  rm "$CLUSTER/copying-$NODE"
}

start() {
  chown postgres:postgres "$CLUSTER"
  # The first server creates the database, which notes it as the primary; the other one waits for that.
  if [ "$NODE" != postgres-1 ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
    until [ -n "$(primary)" ]; do sleep 1; done
  fi
  case $(primary) in
    "$PEER") [ -e "$PGDATA/standby.signal" ] && [ ! -e "$CLUSTER/copying-$NODE" ] || copy_primary ;;
    "$NODE") [ -s "$PGDATA/PG_VERSION" ] || fail "$NODE is the primary, but its data is gone: promote $PEER, or restore a backup." ;;
    *)
      [ ! -s "$PGDATA/PG_VERSION" ] ||
        fail "$CLUSTER/primary does not say which server is the primary, and there is data: see docs/operating.md, \"With containers\"."
      ;;
  esac
  exec docker-entrypoint.sh postgres -c wal_keep_size=1GB -c hot_standby=on -c "cluster_name=$standby" "$@"
}

promote() {
  local status=0 recovering
  pg_isready -q -h "$peer_host" || status=$?
  # 2: nothing answers. 1 is a server that is starting.
  [ "$status" = 2 ] || fail "$PEER still answers. First: docker compose stop $PEER"
  recovering=$(ask -c 'select pg_is_in_recovery()') || fail "$NODE does not answer: only a whole and running copy can take over."
  # The other server will erase its data and copy this one.
  if [ "$(primary)" != "$NODE" ] && [ "$(waited_for)" != "$NODE" ] && [ "${1:-}" != accept-loss ]; then
    fail "Commits did not wait for $NODE, so $PEER may have acknowledged orders that are nowhere else: start $PEER again. Only if its data is lost: promote accept-loss"
  fi
  note primary "$NODE"
  rm -f "$CLUSTER/waited-for"
  sync "$CLUSTER"
  [ "$recovering" = f ] || ask -c 'select pg_promote(true, 60)'
  ask -c "alter system set synchronous_standby_names = ''" -c 'select pg_reload_conf()'
  echo "$NODE is the primary, and alone: start $PEER again, then run wait-for-standby."
}

wait_for_standby() {
  [ "$(primary)" = "$NODE" ] || fail "$NODE is not the primary."
  local name=${PEER//-/_} seconds=0 position
  [ "$(ask -c "select count(*) from pg_stat_replication where application_name = '$name' and state = 'streaming'")" = 1 ] ||
    fail "$PEER does not follow yet. Try again when it does."
  ask -c "alter system set synchronous_standby_names = '$name'" -c 'select pg_reload_conf()'
  # Every process has read the setting by then. What was acknowledged before has to be there too.
  sleep 1
  position=$(ask -c 'select pg_current_wal_lsn()')
  until [ "$(ask -c "select count(*) from pg_stat_replication where application_name = '$name' and sync_state = 'sync' and flush_lsn >= '$position'")" = 1 ]; do
    [ $((seconds += 1)) -le 60 ] || fail "Commits wait for $PEER, which does not have everything yet: run this again when it follows."
    sleep 1
  done
  note waited-for "$PEER"
  echo "Commits wait for $PEER."
}

case ${1:-} in
  start) shift && start "$@" ;;
  promote) promote "${2:-}" ;;
  wait-for-standby) wait_for_standby ;;
  *) fail 'postgres.sh start | promote [accept-loss] | wait-for-standby' ;;
esac
