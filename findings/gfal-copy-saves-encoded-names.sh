#!/bin/sh
# Copies, with gfal-copy, a file whose name has a blank from a web server into a directory of this machine.
#
# Software: gfal2-util 1.8.0, gfal2 2.21.3 with the plug-ins file and http, davix 0.8.4, of Debian 12.
# Most expect: the file comes under its name, 'a b.nc', since '%20' stands for a blank in the address of a web server and in no other place.
# Seen: it is saved as 'a%20b.nc', from a list and alone, exit 0. With a blank in the address instead of '%20' nothing is copied.
# Source: gfal2_util/copy.py appends the last part of the source to the destination as it is written.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid"; rm -rf "$place"' EXIT
cd "$place"
apt-get download -qq gfal2-util-scripts=1.8.0-1 python3-gfal2-util=1.8.0-1 python3-gfal2=1.12.0-2 gfal2=2.21.3-1 libgfal2-2=2.21.3-1 \
    libgfal-transfer2=2.21.3-1 gfal2-plugin-file=2.21.3-1 gfal2-plugin-http=2.21.3-1 libdavix0v5=0.8.4-3 libpugixml1v5 \
    libboost-python1.74.0 > download.log 2>&1 || { cat download.log; exit 2; }
for package in *.deb; do dpkg -x "$package" root; done
LD_LIBRARY_PATH=$place/root/usr/lib/x86_64-linux-gnu
PYTHONPATH=$place/root/usr/lib/python3/dist-packages
GFAL_PLUGIN_DIR=$LD_LIBRARY_PATH/gfal2-plugins
GFAL_CONFIG_DIR=$place/root/etc/gfal2.d
export LD_LIBRARY_PATH PYTHONPATH GFAL_PLUGIN_DIR GFAL_CONFIG_DIR
python3 -c 'import gfal2' 2> import.log || { cat import.log; exit 2; }
mkdir served one list raw
echo data > 'served/a b.nc'
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
python3 -m http.server "$port" --bind 127.0.0.1 -d served > /dev/null 2>&1 &
pid=$!
until curl -sI "http://127.0.0.1:$port/" > head; do sleep 0.2; done
gfal_copy() { python3 root/usr/bin/gfal-copy "$@" >> log 2>&1; }
one=0
gfal_copy "http://127.0.0.1:$port/a%20b.nc" "file://$place/one" || one=$?
echo "http://127.0.0.1:$port/a%20b.nc" > names
list=0
gfal_copy --from-file names "file://$place/list" || list=$?
raw=0
gfal_copy "http://127.0.0.1:$port/a b.nc" "file://$place/raw" || raw=$?
echo "alone: exit $one, $(ls one); from a list: exit $list, $(ls list); with a blank in the address: exit $raw, $(ls raw)"
[ "$one" = 0 ] && [ "$(ls one)" = a%20b.nc ] && [ "$list" = 0 ] && [ "$(ls list)" = a%20b.nc ] && [ -z "$(ls raw)" ]
