#!/bin/sh
# Compares a NetCDF file with a copy that lacks its last time step, with one in which a value has become NaN, and with one that has other units,
# by the two programs with which people compare such files.
#
# Software: cdo 2.1.1 (diff) and h5diff 1.10.8 (hdf5-tools), both of Debian 12.
# Most expect: exit code 1, as for a value that differs. 'cdo diff A B && rm A' and 'h5diff A B && rm A' are how replicas are checked.
# Seen: both end with 0 where steps are missing, whichever file is the shorter one. cdo says so in a warning, h5diff says only that "some objects
#       are not comparable". cdo also ends with 0 where one value is NaN in one of the files, and where the units differ; h5diff sees both.
# For a mover: a copy that was cut off in time and closed properly is a valid file. Sizes and digests tell; these exit codes do not.
# Source: observed; the manual of h5diff promises 1 for "some differences found" and does not count what it cannot compare.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
mkdir packages tools
chmod 711 .
wanted='cdo hdf5-tools netcdf-bin'
needed=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances $wanted |
  grep '^[a-z0-9]' | grep -v -e '^libc6' -e '^libgcc' -e '^libstdc' -e '^cdo$' -e '^hdf5-tools$' -e ':' | sort -u)
(
  cd packages
  apt-get download -qq $needed cdo=2.1.1-1+deb12u1 hdf5-tools=1.10.8+repack1-1 > ../download.log 2>&1
) || { cat download.log; exit 2; }
for package in packages/*.deb; do dpkg -x "$package" tools; done
PATH="$place/tools/usr/bin:$PATH"
LD_LIBRARY_PATH=$(find "$place/tools/usr/lib" "$place/tools/lib" -name '*.so*' -printf '%h\n' 2> /dev/null | sort -u | tr '\n' ':')
export PATH LD_LIBRARY_PATH
cdo --version 2>&1 | sed -n 1p
h5diff --version

make() { # make NAME STEPS UNITS VALUES
  {
    echo "netcdf $1 { dimensions: time = UNLIMITED ; lat = 2 ; lon = 4 ;"
    echo 'variables: double time(time) ; time:units = "days since 2000-01-01" ; time:calendar = "standard" ;'
    echo 'double lat(lat) ; lat:units = "degrees_north" ; double lon(lon) ; lon:units = "degrees_east" ;'
    echo "float tas(time, lat, lon) ; tas:units = \"$3\" ; tas:_FillValue = 1.e20f ;"
    echo "data: time = $2 ; lat = -45, 45 ; lon = 0, 90, 180, 270 ; tas = $4 ; }"
  } > "$1.cdl"
  ncgen -4 -o "$1.nc" "$1.cdl"
}
step='280, 281, 282, 283, 284, 285, 286, 287'
make whole '0, 1, 2' K "$step, $step, $step"
make short '0, 1' K "$step, $step"
make nan '0, 1, 2' K "$step, NaN, 281, 282, 283, 284, 285, 286, 287, $step"
make units '0, 1, 2' degC "$step, $step, $step"
make other '0, 1, 2' K "$step, 300, 281, 282, 283, 284, 285, 286, 287, $step"
code() { # code PROGRAM..: its exit code
  "$@" > said 2>&1 && echo 0 || echo $?
}
seen=
for copy in short nan units other; do
  pair="$copy:$(code cdo -s diff whole.nc $copy.nc),$(code h5diff whole.nc $copy.nc)"
  echo "$copy: exit code of cdo diff, of h5diff: ${pair#*:}"
  seen="$seen $pair"
done
seen="$seen back:$(code cdo -s diff short.nc whole.nc),$(code h5diff short.nc whole.nc)"
[ "$seen" = ' short:0,0 nan:0,1 units:0,1 other:1,1 back:0,0' ]
