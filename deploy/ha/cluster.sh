#!/bin/sh
# Three PostgreSQL servers under Patroni with etcd, on one Debian machine (packages patroni, etcd-server, postgresql).
# Replication is synchronous, and strictly so: a leader without a synchronous standby acknowledges nothing. Otherwise an
# isolated leader would acknowledge commits, and lose them when another node takes over.
#
#   cluster.sh start DIR        set up and start everything; print the address of the database
#   cluster.sh leader DIR       print which node leads
#   cluster.sh switchover DIR   make another node the leader
#   cluster.sh kill DIR N       kill node N as a power cut would; `restart` starts it again
#   cluster.sh freeze DIR N     suspend the processes of node N; `thaw` resumes them
#   cluster.sh cut DIR N        kill node N's etcd; `mend` starts it again
#   cluster.sh rebuild DIR N    recreate node N from the leader
#   cluster.sh stop DIR         stop everything and keep the data
#
# BASE_PORT  node N listens on BASE_PORT + N, Patroni on + 10 + N, etcd on + 20 + N and + 30 + N (default 9800)
# TTL        seconds until an unresponsive leader is replaced (default 20)
set -eu

command=${1:?a command}
dir=${2:?a directory}
node=${3:-}
base=${BASE_PORT:-9800}
ttl=${TTL:-20}
bin=${PG_BIN:-$(ls -d /usr/lib/postgresql/*/bin | tail -1)}
host=127.0.0.1
nodes='1 2 3'

at() { echo $((base + $1)); }

# PostgreSQL refuses to run as root; `exec` keeps the process id
as_owner() {
  if [ "$(id -u)" = 0 ]; then exec setpriv --reuid=postgres --regid=postgres --init-groups "$@"; else exec "$@"; fi
}

launch() { # name command...: in the background, with its process id in a file
  name=$1
  shift
  (cd "$dir" && as_owner "$@") >>"$dir/$name.log" 2>&1 </dev/null &
  echo $! >"$dir/$name.pid"
}

start_etcd() {
  peers=$(for n in $nodes; do printf 'etcd%s=http://%s:%s,' "$n" "$host" "$(at $((30 + n)))"; done)
  launch "etcd$1" etcd --name "etcd$1" --data-dir "$dir/etcd$1" \
    --listen-client-urls "http://$host:$(at $((20 + $1)))" --advertise-client-urls "http://$host:$(at $((20 + $1)))" \
    --listen-peer-urls "http://$host:$(at $((30 + $1)))" --initial-advertise-peer-urls "http://$host:$(at $((30 + $1)))" \
    --initial-cluster "${peers%,}" --initial-cluster-state new
}

start_node() {
  [ -e "$dir/node$1.yml" ] || cat >"$dir/node$1.yml" <<CONF
scope: svcpay
name: node$1
restapi: { listen: "$host:$(at $((10 + $1)))", connect_address: "$host:$(at $((10 + $1)))" }
# each node uses only its own etcd, so that one node can be cut off
etcd3: { host: "$host:$(at $((20 + $1)))", use_proxies: true }
bootstrap:
  dcs:
    ttl: $ttl
    loop_wait: $((ttl / 4))
    retry_timeout: $((ttl / 4))
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 200, wal_log_hints: "on", tcp_keepalives_idle: 10, tcp_user_timeout: 10000 }
  initdb: [{ encoding: UTF8 }, { auth: trust }]
  pg_hba: ["host all all $host/32 trust", "host replication all $host/32 trust"]
postgresql:
  listen: "$host:$(at "$1")"
  connect_address: "$host:$(at "$1")"
  data_dir: "$dir/node$1"
  bin_dir: "$bin"
  pgpass: "$dir/pgpass$1"
  basebackup: [{ checkpoint: fast }]
  parameters: { unix_socket_directories: "$dir" }
  pg_hba: ["host all all $host/32 trust", "host replication all $host/32 trust"]
  authentication:
    superuser: { username: postgres }
    replication: { username: replicator }
    rewind: { username: rewinder }
CONF
  launch "patroni$1" patroni "$dir/node$1.yml"
}

ask() { # method path node [body]
  curl -s -m 10 -X "$1" "http://$host:$(at $((10 + $3)))$2" ${4:+-d "$4"}
}

leads() { [ "$(curl -s -m 3 -o /dev/null -w '%{http_code}' "http://$host:$(at $((10 + $1)))/primary")" = 200 ]; }

leader() {
  for n in $nodes; do
    if leads "$n"; then echo "$n" && return; fi
  done
  return 1
}

until_true() { # seconds command...
  left=$(($1 * 2))
  shift
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    [ $left -gt 0 ] || { echo "gave up on: $*" >&2 && exit 1; }
    sleep 0.5
  done
}

is_whole() { # both others follow the leader, one of them synchronously
  state=$(ask GET /patroni "$(leader)")
  [ "$(echo "$state" | grep -o '"state": "streaming"' | wc -l)" = 2 ] && echo "$state" | grep -q '"sync_state": "sync"'
}

processes_of() { # node: Patroni, PostgreSQL and its children
  postmaster=$(head -1 "$dir/node$1/postmaster.pid")
  echo "$(cat "$dir/patroni$1.pid") $postmaster $(pgrep -P "$postmaster" | tr '\n' ' ')"
}

case $command in
start)
  mkdir -p "$dir"
  [ "$(id -u)" != 0 ] || chown postgres "$dir"
  for n in $nodes; do start_etcd "$n"; done
  for n in $nodes; do until_true 30 curl -sf "http://$host:$(at $((20 + n)))/health"; done
  start_node 1
  until_true 60 leader
  for n in 2 3; do start_node "$n"; done
  until_true 90 is_whole
  psql="$bin/psql -qtAX -h $host -p $(at "$(leader)") -U postgres"
  $psql -c 'create role svcpay login' -c 'create database svcpay owner svcpay encoding UTF8' >&2
  echo "postgres://svcpay@$host:$(at 1),$host:$(at 2),$host:$(at 3)/svcpay"
  ;;
leader)
  until_true 60 leader
  leader
  ;;
switchover)
  from=$(leader)
  ask POST /switchover "$from" "{\"leader\": \"node$from\"}"
  until_true 180 is_whole
  ;;
kill)
  # shellcheck disable=SC2046
  kill -9 $(processes_of "$node") 2>/dev/null || true
  ;;
restart)
  start_node "$node"
  until_true 180 is_whole
  ;;
freeze)
  # shellcheck disable=SC2046
  kill -STOP $(processes_of "$node")
  ;;
thaw)
  # shellcheck disable=SC2046
  kill -CONT $(processes_of "$node")
  until_true 180 is_whole
  ;;
# killed, not frozen: a frozen process would execute its pending requests when it resumes, and Patroni 3.0.2 sends one
# that overwrites the lock, whoever holds it by then (patroni/patroni#2689)
cut) kill -9 "$(cat "$dir/etcd$node.pid")" ;;
mend)
  start_etcd "$node"
  until_true 180 is_whole
  ;;
rebuild)
  kill "$(cat "$dir/patroni$node.pid")"
  until_true 30 sh -c "! kill -0 $(cat "$dir/patroni$node.pid")"
  rm -rf "$dir/node$node"
  start_node "$node"
  until_true 180 is_whole
  ;;
stop)
  # shellcheck disable=SC2046
  for n in $nodes; do { kill -CONT $(processes_of "$n") || true; } 2>/dev/null; done
  for name in patroni1 patroni2 patroni3 etcd1 etcd2 etcd3; do
    pid=$(cat "$dir/$name.pid" 2>/dev/null) || continue
    kill -CONT "$pid" 2>/dev/null || continue
    kill "$pid"
    until_true 30 sh -c "! kill -0 $pid"
  done
  ;;
*) echo "unknown command $command" >&2 && exit 2 ;;
esac
