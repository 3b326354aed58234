#!/bin/sh
# Renames a finished file, inside one XFS mount, into a directory with a project id that new files inherit (as sites set for directory quotas).
# Needs root, for a loop mount of a file of 320 MiB.
#
# Software: Linux 6.18 with XFS, xfsprogs 6.1.0 of Debian 12. No quota is mounted or enforced.
# Most expect: rename and link work between two directories of one mount. That is the reason why movers write to a temporary directory of the
#              same file system, and rename at the end.
# Seen: rename and link into such a directory fail with EXDEV, as if it were another file system; stat shows one device. 'mv' copies the bytes
#       a second time and says nothing. A program that renames fails after all bytes were moved. Made inside the directory, a file is renamed.
# Source: xfs_io(8) and xfs_quota(8) describe the inherit flag; that it stops renames was observed.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
[ "$(id -u)" = 0 ] || { echo "needs root"; exit 2; }
place=$(mktemp -d)
trap 'umount "$place/mount" 2>/dev/null || true; rm -rf "$place"' EXIT
cd "$place"
apt-get download -qq xfsprogs=6.1.0-1 libinih1=55-1 liburcu8=0.13.2-1 > download.log 2>&1 || { cat download.log; exit 2; }
for package in *.deb; do dpkg -x "$package" tools; done
export LD_LIBRARY_PATH="$place/tools/usr/lib/$(uname -m)-linux-gnu:$place/tools/lib/$(uname -m)-linux-gnu"
truncate -s 320M image
tools/sbin/mkfs.xfs -q image
mkdir mount
mount -o loop image mount
mkdir mount/project mount/temporary
tools/usr/sbin/xfs_io -c 'chproj 42' -c 'chattr +P' mount/project
cat > look.py <<'PY'
import errno, os, sys


def outcome(step, *names):
    try:
        step(*names)
        return "done"
    except OSError as error:
        return errno.errorcode[error.errno]


for name in ("mount/temporary/tas.nc", "mount/project/inside.nc"):
    open(name, "wb").write(b"CDF\x01")
one_device = os.stat("mount/temporary").st_dev == os.stat("mount/project").st_dev
seen = {
    "rename into it": outcome(os.rename, "mount/temporary/tas.nc", "mount/project/tas.nc"),
    "link into it": outcome(os.link, "mount/temporary/tas.nc", "mount/project/tas.nc"),
    "rename within it": outcome(os.rename, "mount/project/inside.nc", "mount/project/tas.nc"),
}
print("one device:", one_device)
for what, came in seen.items():
    print(f"{what}: {came}")
sys.exit(0 if one_device and list(seen.values()) == ["EXDEV", "EXDEV", "done"] else 1)
PY
python3 look.py
