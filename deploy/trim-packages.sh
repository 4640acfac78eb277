#!/bin/sh
# Removes from a folder of packages what a running server never reads: types and other TypeScript, source maps, documentation, and the
# compiler that is an optional peer of other packages. Usage: sh deploy/trim-packages.sh node_modules
set -eu
cd "$1"
rm -rf typescript @typescript
find . -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -name '*.md' \) -delete
rm -rf viem/_types
# Keep only Node's executable.
rm -rf node-*/include node-*/share
# The shop imports the ES modules of these packages, not CommonJS.
rm -rf viem/_cjs ox/_cjs
# PDFs are made by Node, with two of the font's five weights.
rm -f pdfkit/js/*.browser* pdfkit/js/*.standalone* pdfkit/js/*.old.* pdfkit/js/output.*
# The embedded database needs no CommonJS build.
rm -f @electric-sql/pglite/dist/*.cjs
find @embedpdf/fonts-sc/fonts -type f ! -name '*-Regular.otf' ! -name '*-Bold.otf' -delete
find . -type d -empty -delete
