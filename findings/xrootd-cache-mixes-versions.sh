#!/bin/sh
# Reads the end of a file through an XRootD cache, as the caches of OSDF serve climate archives, replaces the file at the origin by a longer one with
# another time, and fetches it whole through the cache.
#
# Software: xrootd 5.5.3 of Debian 12, one server as origin and one with the proxy file cache (XrdPfc) that speaks HTTP and root.
# Most expect: the new file, since time and size at the origin differ from what the cache remembers; or the old one, whole.
# Seen: 200 with the Content-Length of the OLD file, blocks of the NEW file, and the blocks of the old file where they were read before; the end
#       of the new file is cut off. curl and xrdcp end with 0. The mixture stays until the blocks are purged, and it is served to everybody near that
#       cache.
# For a mover: a cache in front of an archive is a source of its own. Without a digest of the publisher nothing tells the mixture from a file: one
#       request, one length, no error.
# Source: the cache takes files of one name for one content; pfc.cschk checks blocks on the way, not that they belong together.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
pids=
trap '[ -z "$pids" ] || kill $pids; rm -rf "$place"' EXIT
cd "$place"
mkdir packages tools origin cache run
chmod 711 .
wanted='xrootd-server xrootd-client'
needed=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances $wanted |
  grep '^[a-z0-9]' | grep -v -e '^libc6' -e '^libgcc' -e '^libstdc' -e '^xrootd-' -e '^perl' -e '^systemd' -e ':' | sort -u)
(
  cd packages
  apt-get download -qq $needed xrootd-server=5.5.3-1 xrootd-client=5.5.3-1 xrootd-server-plugins=5.5.3-1 > ../download.log 2>&1
) || { cat download.log; exit 2; }
for package in packages/*.deb; do dpkg -x "$package" tools; done
LD_LIBRARY_PATH=$(find "$place/tools/usr/lib" "$place/tools/lib" -name '*.so*' -printf '%h\n' 2> /dev/null | sort -u | tr '\n' ':')
export LD_LIBRARY_PATH
as=
if [ "$(id -u)" = 0 ]; then as='setpriv --reuid 65534 --regid 65534 --clear-groups'; chown 65534:65534 cache run; fi
free() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
at_origin=$(free)
at_cache=$(free)
mkdir run/origin run/cache
[ -z "$as" ] || chown 65534:65534 run/origin run/cache
cat > origin.cfg <<CFG
xrd.port $at_origin
all.export / r/o
oss.localroot $place/origin
all.adminpath $place/run/origin
all.pidpath $place/run/origin
CFG
cat > cache.cfg <<CFG
xrd.port $at_cache
xrd.protocol http:$at_cache libXrdHttp.so
all.export / r/o
all.adminpath $place/run/cache
all.pidpath $place/run/cache
oss.localroot $place/cache
ofs.osslib libXrdPss.so
pss.cachelib libXrdPfc.so
pss.origin 127.0.0.1:$at_origin
pfc.blocksize 1m
pfc.ram 1g
pfc.prefetch 0
CFG
file="http://127.0.0.1:$at_cache//tas.nc"
mebi() { head -c "$2" /dev/zero | tr '\0' "$1"; }
mebi A 8388608 > origin/tas.nc
touch -d 2020-01-01 origin/tas.nc
for server in origin cache; do
  $as tools/usr/bin/xrootd -c $server.cfg -l "$place/run/$server.log" > /dev/null 2>&1 &
  pids="$pids $!"
done
python3 - "$at_origin" "$at_cache" <<'PY' || { cat run/cache.log; exit 2; }
import socket, sys, time

for port in sys.argv[1:]:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", int(port))) == 0:
                break
        time.sleep(0.2)
    else:
        sys.exit("no server at " + port)
PY
tools/usr/bin/xrdfs "root://127.0.0.1:$at_cache/" tail -c 2097152 /tas.nc > part
held() { find /proc/$1/fd -lname '*tas.nc*' 2> /dev/null | grep -q .; }
for server in $pids; do
  while held "$server"; do sleep 0.2; done
done
mebi B 9388608 > next
touch -d 2021-01-01 next
mv next origin/tas.nc
curl -sf -D head -o whole "$file"
tools/usr/bin/xrdcp -s "root://127.0.0.1:$at_cache//tas.nc" copied
count() { tr -dc "$1" < "$2" | wc -c; }
for got in whole copied; do echo "$got: $(wc -c < $got) bytes, $(count A $got) of the old file, $(count B $got) of the new one"; done
head -n 1 head
[ "$(wc -c < whole)" = 8388608 ] && [ "$(count A whole)" = 2097152 ] && [ "$(count B whole)" = 6291456 ] && cmp whole copied
