#!/bin/sh
# Packs a directory tree, of which one file cannot be read, into a SquashFS image for a disk that travels, and into a tar archive.
# Run as root it goes on as nobody, because root can read everything.
#
# Software: mksquashfs 4.5.1 (squashfs-tools of Debian 12); tar of the host beside it.
# Most expect: an exit code that is not 0, as of tar (2), cp (1) and rsync (23), and no such file in the image.
# Seen: the image has a file of that name with 0 bytes; one line says "creating empty file", in the middle of what is printed; the exit code is
#       0. A name is there, a listing of names is complete, and the bytes are nowhere.
# For a mover: an image as carrier is whole only if sizes and digests in it are compared with the list that was made before packing.
# Source: squashfs-tools/mksquashfs.c; the option -exit-on-error makes such errors fatal.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
mkdir packages tools tree
chmod 777 .
needed=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances squashfs-tools |
  grep '^[a-z0-9]' | grep -v -e '^libc6' -e '^libgcc' -e '^libstdc' -e '^squashfs-tools$' -e ':' | sort -u)
(cd packages && apt-get download -qq $needed squashfs-tools=1:4.5.1-1 > ../download.log 2>&1) || { cat download.log; exit 2; }
for package in packages/*.deb; do dpkg -x "$package" tools; done
LD_LIBRARY_PATH=$(find "$place/tools/usr/lib" "$place/tools/lib" -name '*.so*' -printf '%h\n' 2> /dev/null | sort -u | tr '\n' ':')
export LD_LIBRARY_PATH
head -c 5000 /dev/zero | tr '\0' A > tree/pr.nc
head -c 5000 /dev/zero | tr '\0' B > tree/tas.nc
chmod 000 tree/tas.nc
as=
if [ "$(id -u)" = 0 ]; then as='setpriv --reuid 65534 --regid 65534 --clear-groups'; fi
code=0
$as tools/usr/bin/mksquashfs tree image -quiet -no-progress > said 2>&1 || code=$?
of_tar=0
$as tar -cf tree.tar tree 2> /dev/null || of_tar=$?
cat said
sizes=$(tools/usr/bin/unsquashfs -lls image 2> /dev/null | awk '/\.nc$/ { print $NF ":" $3 }' | sed 's/.*\///' | tr '\n' ' ')
echo "in the image: $sizes"
echo "exit codes: mksquashfs $code, tar $of_tar"
[ "$sizes" = 'pr.nc:5000 tas.nc:0 ' ] && [ "$code" = 0 ] && [ "$of_tar" = 2 ]
