#!/bin/sh
# The shop's API with curl, jq and openssl.
#
# PORTSIDE_URL=https://shop.example PORTSIDE_KEY=psk_live_... sh shop.sh buy ORDER-NUMBER-OF-YOURS
# sh shop.sh verify SECRET ID TIMESTAMP SIGNATURE < body
set -eu

# Repeats what curl may repeat: reading, and an order, which has its key. Its answers stand one after the other, of
# which the last one counts. Assign what it prints before a pipe takes it: a pipe would hide that it failed.
call() {
  method=$1 path=$2
  shift 2
  answers=$(curl --silent --show-error --fail-with-body --retry 4 --retry-connrefused --max-time 30 \
    --request "$method" --header "Authorization: Bearer $PORTSIDE_KEY" "$@" "$PORTSIDE_URL$path") ||
    { printf '%s\n' "$answers" >&2 && return 1; }
  printf '%s' "$answers" | jq --slurp last
}

buy() {
  # A time-out or a crash leaves open whether the order was placed: ask before quoting anew.
  reference=$(printf '%s' "$1" | jq --slurp --raw-input --raw-output @uri)
  found=$(call GET "/api/orders?reference=$reference")
  order=$(printf '%s' "$found" | jq '.data.items[0] // empty')
  if [ -z "$order" ]; then order=$(place "$1"); fi
  number=$(printf '%s' "$order" | jq --raw-output .order_no)
  accounts=$(call GET "/api/orders/$number/accounts")
  printf '%s' "$accounts" | jq --compact-output --argjson order "$order" \
    '{order_no: $order.order_no, paid: $order.total_amount, accounts: [.data.items[].text]}'
}

place() {
  products=$(call GET '/api/goods?in_stock=true&limit=100')
  wanted=$(printf '%s' "$products" | jq '.data.items[0] | {goods_id: .id, quantity: .min_quantity}')
  quote=$(call POST /api/orders/quotes --json "$wanted")
  # With the price that was agreed: if it rose meanwhile, the order is refused with 300004.
  agreed=$(printf '%s' "$quote" | jq --argjson wanted "$wanted" --arg number "$1" \
    '$wanted + {total_amount: .data.total_amount, reference: $number}')
  placed=$(call POST /api/orders --header "Idempotency-Key: $1" --json "$agreed")
  printf '%s' "$placed" | jq .data
}

# Prints whether the shop sent the webhook whose body is on standard input.
verify() {
  secret=$1 id=$2 timestamp=$3 signatures=$4
  age=$(($(date +%s) - timestamp))
  [ "${age#-}" -le 300 ] || { echo false; return; }
  key=$(printf '%s' "${secret#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
  expected=v1,$({ printf '%s.%s.' "$id" "$timestamp"; cat; } |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
  for one in $signatures; do
    [ "$one" != "$expected" ] || { echo true; return; }
  done
  echo false
}

command=$1
shift
"$command" "$@"
