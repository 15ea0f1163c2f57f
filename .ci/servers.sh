# A PostgreSQL and a Redis of ./test's own, in a temporary folder, away from any that runs here. Sourced, not run.

bin= postgres_data= redis_pid=

# need_debian PACKAGE:PATH...: install the packages whose PATH (may hold *) does not exist, if we may.
need_debian() {
  local pair lacking=()
  for pair in "$@"; do
    compgen -G "${pair#*:}" >/dev/null || lacking+=("${pair%%:*}")
  done
  [ ${#lacking[@]} = 0 ] && return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "Installing ${lacking[*]} from Debian ..."
    if apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${lacking[@]}" >/dev/null; then
      return 0
    fi
  fi
  say "!!! Missing and not installed: ${lacking[*]}"
}

# PostgreSQL refuses to run as root.
as_postgres() {
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

# start_servers FOLDER: sets database_url and redis_url; fails when one of them is not there.
start_servers() {
  local folder=$1 port tries
  bin=$(compgen -G "/usr/lib/postgresql/*/bin" | sort -V | tail -n 1)
  [ -n "$bin" ] && command -v redis-server >/dev/null 2>&1 || return 1
  mkdir -p "$folder/pg" "$folder/redis"
  chmod 711 "$(dirname "$folder")" "$folder" # the postgres user has to reach its own folder
  chmod 700 "$folder/pg"
  [ "$(id -u)" = 0 ] && chown -R postgres "$folder/pg"
  as_postgres "$bin/initdb" -D "$folder/pg/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log"; return 1; }
  # no TCP port, only a socket in a folder of mode 0700; nothing has to survive, so no fsync
  postgres_data=$folder/pg/data
  as_postgres "$bin/pg_ctl" -D "$postgres_data" -l "$folder/pg/log" -s -w -o "-k $folder/pg -c listen_addresses='' -c fsync=off \
    -c synchronous_commit=off -c full_page_writes=off -c max_connections=200" start || { cat "$folder/pg/log"; postgres_data=; return 1; }
  port=$(.venv/bin/python -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  redis-server --bind 127.0.0.1 --port "$port" --save "" --appendonly no --dir "$folder/redis" >"$folder/redis.log" 2>&1 &
  redis_pid=$!
  for tries in $(seq 100); do
    if redis-cli -p "$port" ping >/dev/null 2>&1; then
      database_url="postgres://postgres@/postgres?host=$folder/pg"
      redis_url="redis://127.0.0.1:$port/0"
      return 0
    fi
    sleep 0.1
  done
  cat "$folder/redis.log"
  return 1
}

stop_servers() {
  [ -n "$postgres_data" ] && as_postgres "$bin/pg_ctl" -D "$postgres_data" -s -m immediate stop
  [ -n "$redis_pid" ] && kill "$redis_pid" 2>/dev/null && wait "$redis_pid" 2>/dev/null
  postgres_data= redis_pid=
}
