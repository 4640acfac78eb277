#!/bin/sh
# Prints the settings of a new shop: keys and first password are made here, everything in capital letters is to be
# filled in. A second run makes other keys, so never write its output over settings in use.
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
SMTP_URL=smtps://USER:PASSWORD@MAIL-SERVER
MAIL_FROM="Shop <shop@$domain>"
CREDENTIALS_KEYS=k1:$(openssl rand -base64 32)
FINGERPRINT_KEY=$(openssl rand -base64 32)
OWNER_USERNAME=owner
OWNER_PASSWORD=$(openssl rand -base64 18)
OWNER_EMAIL=OWNER@$domain
METRICS_TOKEN=$(openssl rand -hex 24)
SETTINGS
