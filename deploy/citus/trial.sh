#!/bin/sh
# Runs on one Debian machine with PostgreSQL and Citus. Runs the service's suites on a cluster, then makes payments under
# load while a worker is killed and restarted, and a node is added. Exits with 0 if nothing was lost, duplicated or
# different.
#
#   trial.sh DIR [SECONDS]
set -eu
dir=${1:?a directory for the data}
here=$(dirname "$0")
cd "$here/../.."

tested="$dir/tested"
trap '"deploy/citus/cluster.sh" stop "$tested"; BASE_PORT=9750 "deploy/citus/cluster.sh" stop "$dir/troubled"' EXIT
mkdir -p "$dir"
SVC_TEST_CLUSTER=$(deploy/citus/cluster.sh start "$tested") npm run test:citus
BASE_PORT=9750 npm run soak -- --cluster "$dir/troubled" --merchants 8 --seconds "${2:-120}"
