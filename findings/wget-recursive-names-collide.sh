#!/bin/sh
# Lets wget -r fetch a directory in which one name has a percent sign and two digits, and another one what they stand for.
#
# Software: wget 1.21.3 of Debian 12, against the http.server of Python 3.
# Most expect: each file under its own name, as rclone and lftp make of the same listing.
# Seen: the addresses differ (c%2520.nc and c%20.nc), the names on disk do not: 'c%20.nc' is written as 'c .nc', and one file replaces
#       the other. Exit code 0; a tree of two files arrives as one.
# Source: observed alone; the name of the file seems to be decoded once more than the address.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid"; rm -rf "$place"' EXIT
cd "$place"
apt-get download -qq wget='1.21.3-1+deb12u1' > download.log 2>&1 || { cat download.log; exit 2; }
dpkg -x wget_*.deb tools
mkdir -p site/tree
echo percent > 'site/tree/c%20.nc'
echo blank > 'site/tree/c .nc'
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
python3 -m http.server --bind 127.0.0.1 --directory site "$port" > server.log 2>&1 &
pid=$!
until python3 -c "import socket; socket.create_connection(('127.0.0.1', $port))" 2> /dev/null; do sleep 0.2; done
mkdir got
code=0
tools/usr/bin/wget -q -r -np -nH --cut-dirs=1 -P got -R 'index.html*' "http://127.0.0.1:$port/tree/" || code=$?
grep -o '"GET [^ ]*nc HTTP[^"]*" 200' server.log
echo "exit code $code, files:"
ls got
[ "$code" = 0 ] && [ -f 'got/c .nc' ] && [ ! -f 'got/c%20.nc' ] && [ "$(grep -c 'nc HTTP/1.1" 200' server.log)" = 2 ]
