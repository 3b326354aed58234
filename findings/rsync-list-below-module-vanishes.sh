#!/bin/sh
# Fetches a list of files from a directory below a module of an rsync daemon that changes no root, as one that was not started as root has to.
#
# Software: rsync 3.2.7 of Debian 12, daemon and client; 3.5.0 of its security updates does the same.
# Most expect: rsync --files-from=LIST rsync://HOST/MODULE/DIR/ fetches DIR/ and each line of LIST, as it does with "use chroot = yes", through
#       ssh, and for a list at the top of the module.
# Seen: "file has vanished" for every line, nothing is copied, and exit code 24: the code of a file that was removed while rsync ran, which
#       scripts of many centres take for success. The files are there.
# Source: observed while four clients with lists were raced; the exit codes are in rsync(1).
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid"; rm -rf "$place"' EXIT
cd "$place"
chmod 711 .  # a daemon of root reads as nobody
apt-get download -qq rsync='3.2.7-1+deb12u6' > download.log 2>&1 || { cat download.log; exit 2; }
dpkg -x rsync_*.deb tools
rsync=$place/tools/usr/bin/rsync
"$rsync" --version | head -n 1 || exit 2
mkdir -p archive/CMIP6/tas below top
printf 'CDF\001' > archive/CMIP6/tas/tas.nc
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
printf 'use chroot = no\n[esgf]\npath = %s/archive\nread only = yes\n' "$place" > rsyncd.conf
"$rsync" --daemon --no-detach --address=127.0.0.1 --port="$port" --config=rsyncd.conf &
pid=$!
until "$rsync" "rsync://127.0.0.1:$port/" > modules 2> /dev/null; do sleep 0.2; done
echo tas/tas.nc > list-below
echo CMIP6/tas/tas.nc > list-top
code=0
"$rsync" -a --files-from=list-below "rsync://127.0.0.1:$port/esgf/CMIP6/" below/ || code=$?
"$rsync" -a --files-from=list-top "rsync://127.0.0.1:$port/esgf/" top/
echo "list below the module: exit code $code, $(find below -type f | wc -l) of 1 files"
echo "list at its top: $(find top -type f | wc -l) of 1 files"
[ "$code" = 24 ] && [ "$(find below -type f | wc -l)" = 0 ] && [ "$(find top -type f | wc -l)" = 1 ]
