#!/bin/sh
# Runs on one Debian machine with patroni, etcd-server and postgresql. Makes payments, refunds and callbacks under load
# while the leader is switched over, killed, frozen and cut off, and while a node is rebuilt. Prints how long merchants
# got no answers, and exits with 0 if nothing was lost or duplicated.
#
#   trial.sh DIR [SECONDS]
set -eu
dir=$(realpath -m "${1:?a directory for the data}")
cd "$(dirname "$0")/../.."

exec npm run soak -- --patroni "$dir" --seconds "${2:-300}"
