#!/bin/sh
# Asks busybox httpd, which small data nodes and test beds run, for a NetCDF file whole and by range.
#
# Software: busybox 1.35.0 of Debian 12.
# Most expect: one Content-Type for one file, whichever part of it is asked for.
# Seen: the whole (200) has no Content-Type, each range (206) of the same file has text/html. A client that takes text/html in place of data
#       for a login page, as wget scripts of ESGF taught many to do, fetches the file whole and refuses it as soon as it resumes.
# Source: observed alone; answers other than 200 seem to get the type of an error page.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid"; rm -rf "$place"' EXIT
cd "$place"
apt-get download -qq busybox='1:1.35.0-4+deb12u1+b1' > download.log 2>&1 || { cat download.log; exit 2; }
dpkg -x busybox_*.deb tools
mkdir www
printf 'CDF\001' > www/tas.nc
head -c 1000 /dev/zero >> www/tas.nc
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
tools/bin/busybox httpd -f -p "127.0.0.1:$port" -h www &
pid=$!
until curl -s -o whole -D head "http://127.0.0.1:$port/tas.nc"; do sleep 0.2; done
type_of() { tr -d '\r' < "$1" | sed -n 's/^content-type: *//Ip'; }
curl -s -r 0-3 -o part -D head-of-part "http://127.0.0.1:$port/tas.nc"
echo "whole: $(head -n 1 head | tr -d "\r"), type: $(type_of head), $(wc -c < whole) bytes"
echo "range: $(head -n 1 head-of-part | tr -d "\r"), type: $(type_of head-of-part), $(wc -c < part) bytes"
[ -z "$(type_of head)" ] && [ "$(type_of head-of-part)" = text/html ] && [ "$(wc -c < part)" = 4 ]
