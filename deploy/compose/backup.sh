#!/bin/bash
# Makes a backup at 03:17 UTC every night, and at once if there is none of the last day. Keeps two weeks. Copy them to
# another machine: a backup next to the database is not a backup.
#   backup.sh once   makes one now
set -uo pipefail
folder=${BACKUPS:-/var/backups/portside}
passphrase=${PASSPHRASE_FILE:-/run/secrets/backup-passphrase}
night=$((3 * 3600 + 17 * 60))
again=600

back_up() {
  portside backup "$folder/$(date -u +%Y-%m-%dT%H%M%SZ)" --passphrase-file "$passphrase" || return 1
  # Only what this script has named. An old one that cannot be deleted is no reason to make another backup at once.
  find "$folder" -mindepth 1 -maxdepth 1 -type d -name '????-??-??T??????Z*' -mtime +14 -exec rm -rf {} + || true
}

if [ "${1:-}" = once ]; then
  back_up
  exit
fi

# Ends at once on a signal, also in the middle of a pause.
trap 'exit 0' TERM INT
pause() {
  sleep "$1" &
  wait $!
}

if [ -z "$(find "$folder" -mindepth 2 -maxdepth 2 -name manifest.json -not -path '*.partial/*' -mtime -1 | head -n 1)" ]; then
  until back_up; do pause $again; done
fi
while true; do
  pause $(((night - $(date -u +%s) % 86400 + 86400 - 1) % 86400 + 1))
  until back_up; do pause $again; done
done
