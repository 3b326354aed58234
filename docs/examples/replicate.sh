#!/bin/sh
# Replicates a tree over REST with curl and waits for its end: replicate.sh SOURCE DESTINATION
# Environment: BDM_SERVER, BDM_TOKEN_FILE, and BDM_CA_FILE for a server with a certificate of its own.
# Exit code: 0 if every file is there and verified, 8 if the server refused, else 1. With the client it is one line: bdm-client submit SOURCE DESTINATION --recursive --wait
set -eu

[ $# -eq 2 ] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
server=${BDM_SERVER:-http://127.0.0.1:8470}/api/v1
token_file=${BDM_TOKEN_FILE:-$HOME/.bdm/admin.token}

# The token goes in by a file: arguments are seen by everybody on the machine.
ask() {
    { printf 'header = "Authorization: Bearer '; tr -d '\n' <"$token_file"; printf '"\n'; } |
        curl --silent --show-error --fail-with-body --retry 6 --retry-connrefused --max-time 90 \
            ${BDM_CA_FILE:+--cacert "$BDM_CA_FILE"} --config - "$@"
}

# Each field on a line of its own.
lines() {
    sed 's/[,{]/\
/g'
}

field() { # field NAME: the text of the first field of that name
    sed -n 's/.*"'"$1"'" *: *"\([^"]*\)".*/\1/p' | head -n 1
}

# The key makes a repeated submit the same job.
key=$(date +%s)-$$
job=$(ask --header "Idempotency-Key: $key" --json \
    '{"kind":"TREE","items":[{"source":"'"$1"'","destination":"'"$2"'","recursive":true,"digests":[]}]}' "$server/jobs") || { printf '%s\n' "$job" >&2; exit 8; }
id=$(printf '%s\n' "$job" | lines | field id)
echo "$id submitted" >&2

state=
while :; do
    # Answers when the state changes, or after 30 s.
    job=$(ask "$server/jobs/$id?wait=30s" | lines)
    state=$(printf '%s\n' "$job" | field state)
    [ -z "$(printf '%s\n' "$job" | field endedAt)" ] || break
    echo "$state" >&2
done
echo "$id $state"
[ "$state" = SUCCEEDED ]
