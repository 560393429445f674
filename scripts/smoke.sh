#!/usr/bin/env bash
# Starts the built program on free ports, follows a redirect through it and stops it: no test framework between.
set -euo pipefail
cd "$(dirname "$0")/.."

data=$(mktemp -d)
read -r api edge <<<"$(node -e '
  const net = require("node:net");
  const servers = [0, 0].map(() => net.createServer().listen(0, "127.0.0.1"));
  setTimeout(() => { console.log(servers.map((s) => s.address().port).join(" ")); servers.forEach((s) => s.close()); }, 50);
')"
export NAMEPLATE_DATA_DIR=$data NAMEPLATE_API_PORT=$api NAMEPLATE_EDGE_HTTP_PORT=$edge NAMEPLATE_EDGE_HTTPS_PORT=0
NAMEPLATE_BOOTSTRAP_TOKEN=np_$(head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n')
export NAMEPLATE_BOOTSTRAP_TOKEN
node dist/bin.cjs serve >"$data/log" 2>&1 &
pid=$!
trap 'kill -9 $pid 2>/dev/null || true; rm -rf "$data"' EXIT

for _ in $(seq 100); do
  curl -fsS "http://127.0.0.1:$api/readyz" >/dev/null 2>&1 && break
  kill -0 "$pid" || { cat "$data/log"; exit 1; }
  sleep 0.1
done
auth="Authorization: Bearer $NAMEPLATE_BOOTSTRAP_TOKEN"
account=$(curl -fsS -H "$auth" "http://127.0.0.1:$api/api/v1/accounts" | sed 's/.*"uuid":"\([0-9a-f-]*\)".*/\1/')
curl -fsS -H "$auth" -d source_host=go.example.com -d destination_url=https://www.example.org \
  "http://127.0.0.1:$api/api/v1/accounts/$account/redirects" >/dev/null
location=$(curl -sS -o /dev/null -w '%{http_code} %{redirect_url}' -H 'Host: go.example.com' "http://127.0.0.1:$edge/hello?a=1")
[ "$location" = '301 https://www.example.org/hello?a=1' ] || { echo "the edge answered: $location"; exit 1; }

kill -TERM "$pid"
wait "$pid" || { echo "exit code $? after SIGTERM"; cat "$data/log"; exit 1; }
if grep -q "$NAMEPLATE_BOOTSTRAP_TOKEN" "$data/log"; then echo 'the log holds the token'; exit 1; fi
echo 'started, redirected, stopped'
