#!/bin/sh
# On one Debian machine with patroni, etcd-server and postgresql: pays, refunds and sends callbacks under load while the
# leader is replaced on purpose, killed, frozen and cut off, and a node is rebuilt. Prints how long there were no answers,
# and exits with 0 if nothing was lost or duplicated.
#
#   trial.sh DIR [SECONDS]
set -eu
dir=$(realpath -m "${1:?a directory for the data}")
cd "$(dirname "$0")/../.."

exec npm run soak -- --patroni "$dir" --seconds "${2:-300}"
