#!/bin/bash
# Makes a backup at 03:17 UTC every night, and at once if there is none of the last day. Keeps two weeks. Copy them to
# another machine: a backup next to the database is not a backup.
#   backup.sh once   makes one now
set -uo pipefail
folder=${BACKUPS:-/var/backups/portside}
passphrase=${PASSPHRASE_FILE:-/run/secrets/backup-passphrase}
night=$((3 * 3600 + 17 * 60))
again=600
# Only what this script has named.
names='????-??-??T??????Z'

# One at a time: whoever holds the folder knows that every unfinished backup in it is left over from one that was killed.
# The program that writes one holds it too, so a backup whose script was killed is not taken for such.
back_up() {
  exec 9<"$folder" && flock 9 || exit 1
  find "$folder" -mindepth 1 -maxdepth 1 -type d -name "$names.partial" -exec rm -rf {} +
  portside backup "$folder/$(date -u +%Y-%m-%dT%H%M%SZ)" --passphrase-file "$passphrase" &
  writer=$!
  trap 'kill $writer' TERM INT
  wait $writer || { wait $writer; exit 1; }
  # An old one that cannot be deleted is no reason to make another backup at once.
  find "$folder" -mindepth 1 -maxdepth 1 -type d -name "$names" -mtime +14 -exec rm -rf {} + || true
}

if [ "${1:-}" = once ]; then
  back_up
  exit
fi

# Ends at once on a signal, also in the middle of a pause or of a backup, of which nothing stays.
child=
trap 'kill $child; wait $child; exit 0' TERM INT
run() {
  "$@" &
  child=$!
  wait $child
}

if [ -z "$(find "$folder" -mindepth 2 -maxdepth 2 -name manifest.json -not -path '*.partial/*' -mtime -1 | head -n 1)" ]; then
  until run back_up; do run sleep $again; done
fi
while true; do
  run sleep $(((night - $(date -u +%s) % 86400 + 86400 - 1) % 86400 + 1))
  until run back_up; do run sleep $again; done
done
