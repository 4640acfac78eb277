#!/bin/sh
# Takes out of a folder of packages what a running server never reads: types, source maps, pages for people, and the
# compiler that other packages name as an option. sh deploy/trim-packages.sh node_modules
set -eu
cd "$1"
rm -rf typescript @typescript
find . -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) -delete
rm -rf viem/_types
# Of Node only the program itself.
rm -rf node-*/include node-*/share
# Where both forms of a package are there, the shop imports the modules.
rm -rf viem/_cjs ox/_cjs
find . -type d -empty -delete
