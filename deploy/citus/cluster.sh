#!/bin/sh
# A Citus cluster on one machine: a coordinator and its workers, each a PostgreSQL server of its own.
#
#   cluster.sh start DIR [WORKERS]   set up and start a coordinator and workers (default: 2); print its address
#   cluster.sh add DIR               start one more worker and add it to the database svcpay
#   cluster.sh kill DIR N            kill worker N as a power cut would
#   cluster.sh restart DIR N         start worker N again
#   cluster.sh stop DIR              stop all servers and keep their data
#
# PG_BIN     PostgreSQL's programs, with the extension installed (default: those of pg_config)
# BASE_PORT  port of the coordinator; worker N listens on the N-th port after it (default 9700)
set -eu

command=${1:?a command}
dir=${2:?a directory}
bin=${PG_BIN:-$(pg_config --bindir)}
base=${BASE_PORT:-9700}
host=127.0.0.1
user=svcpay

# PostgreSQL refuses to run as root
as_owner() {
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

port_of() { echo $((base + $1)); }

sql() { # node database statement
  as_owner "$bin/psql" -qtAX -v ON_ERROR_STOP=1 -h "$host" -p "$(port_of "$1")" -U "$user" -d "$2" -c "$3"
}

start_node() {
  data="$dir/node$1"
  if [ ! -e "$data/PG_VERSION" ]; then
    as_owner "$bin/initdb" -D "$data" -U "$user" --auth=trust --encoding=UTF8 --no-sync >/dev/null
    as_owner sh -c "cat >> '$data/postgresql.conf'" <<CONF
listen_addresses = '$host'
port = $(port_of "$1")
unix_socket_directories = '$dir'
shared_preload_libraries = 'citus'
max_connections = 400
max_prepared_transactions = 400
wal_level = logical
citus.node_connection_timeout = 5000
${NODE_SETTINGS:-}
CONF
  fi
  as_owner "$bin/pg_ctl" -D "$data" -l "$dir/node$1.log" -w start >/dev/null
}

nodes() { ls -d "$dir"/node*/ 2>/dev/null | sed 's|.*/node\([0-9]*\)/|\1|' | sort -n; }

add_worker() { # node: adds it to the cluster's own database and to the service's
  for database in postgres svcpay; do
    [ "$database" = postgres ] || sql "$1" postgres "create database $database" 2>/dev/null || true
    sql "$1" "$database" 'create extension if not exists citus' >/dev/null
    sql 0 "$database" "select citus_add_node('$host', $(port_of "$1"))" >/dev/null
  done
}

case $command in
start)
  mkdir -p "$dir"
  [ "$(id -u)" != 0 ] || chown postgres "$dir"
  if [ -e "$dir/node0" ]; then
    for node in $(nodes); do start_node "$node"; done
  else
    for node in $(seq 0 "${3:-2}"); do start_node "$node"; done
    sql 0 postgres 'create database svcpay'
    for database in postgres svcpay; do
      sql 0 "$database" 'create extension citus' >/dev/null
      sql 0 "$database" "select citus_set_coordinator_host('$host', $base)" >/dev/null
    done
    for node in $(seq 1 "${3:-2}"); do add_worker "$node"; done
  fi
  echo "postgres://$user@$host:$base/svcpay"
  ;;
add)
  node=$(nodes | wc -l)
  start_node "$node"
  add_worker "$node"
  ;;
kill) kill -9 "$(head -1 "$dir/node${3:?a worker}/postmaster.pid")" ;;
restart) start_node "${3:?a worker}" ;;
stop) for node in $(nodes); do as_owner "$bin/pg_ctl" -D "$dir/node$node" -m fast -w stop >/dev/null || true; done ;;
*) echo "unknown command $command" >&2 && exit 2 ;;
esac
