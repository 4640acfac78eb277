#!/bin/sh
# Prints the settings of a new shop, with new keys and a first password; replace everything in capital letters, and
# remove the # in front of every further network that the shop is to offer. Every run creates different keys, so never
# overwrite settings in use with its output.
#   sh deploy/make-settings.sh shop.example > /etc/portside/portside.env
set -eu
domain=${1:?Name the domain of the shop: sh deploy/make-settings.sh shop.example}
cat <<SETTINGS
DATABASE_URL=postgresql://portside:PASSWORD@localhost/portside
VALKEY_URL=redis://localhost:6379
PUBLIC_URL=https://$domain
TRUSTED_PROXIES=127.0.0.1,::1
ETH_RPC_URLS=https://NODE-A,https://NODE-B
TRON_RPC_URLS=https://NODE-C/jsonrpc,https://NODE-D/jsonrpc
TRON_HTTP_URL=https://NODE-C
#BSC_RPC_URLS=https://NODE-E,https://NODE-F
#POLYGON_RPC_URLS=https://NODE-G,https://NODE-H
#ARBITRUM_RPC_URLS=https://NODE-I,https://NODE-J
SMTP_URL=smtps://USER:PASSWORD@MAIL-SERVER
MAIL_FROM="Shop <shop@$domain>"
CREDENTIALS_KEYS=k1:$(openssl rand -base64 32)
FINGERPRINT_KEY=$(openssl rand -base64 32)
OWNER_USERNAME=owner
OWNER_PASSWORD=$(openssl rand -base64 18)
OWNER_EMAIL=OWNER@$domain
METRICS_TOKEN=$(openssl rand -hex 24)
SETTINGS
