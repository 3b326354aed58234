#!/bin/sh
# Repacks a NetCDF-4 file whose variable is compressed with Zstandard, as CMOR 3.15 and netCDF-C write it, on a host whose HDF5 has no plug-in for
# it, and asks the check that belongs to the repacking program about the result.
#
# Software: cmip7-repack 1.1.1 with h5repack 1.10.8 (hdf5-tools of Debian 12); netCDF4 1.7.5.1.post1 writes the file.
# Most expect: an error, as nccopy, ncks and cdo give here, and the file untouched.
# Seen: h5repack warns that the variable "cannot be read", leaves it out of the new file and exits 0. 'cmip7repack -o' then puts that file in the
#       place of the only copy, counts it as repacked ("98% smaller") and exits 0. check_cmip7_packing says PASS. The data are gone; time is left.
# For a mover: a file can be valid, pass the check for publication, and have lost what it is for. Compare the digest with the one from before the
#       repacking, and the new size with the old one, before the old copy is let go.
# Source: observed; h5repack(1) does not mention it. cmip7repack looks at the exit code of h5repack only.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install cmip7-repack==1.1.1 netCDF4==1.7.5.1.post1
cd "$place"
mkdir packages tools
chmod 711 .
needed=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances hdf5-tools |
  grep '^[a-z0-9]' | grep -v -e '^libc6' -e '^libgcc' -e '^libstdc' -e '^hdf5-tools$' -e ':' | sort -u)
(cd packages && apt-get download -qq $needed hdf5-tools=1.10.8+repack1-1 > ../download.log 2>&1) || { cat download.log; exit 2; }
for package in packages/*.deb; do dpkg -x "$package" tools; done
cat > make.py <<'PY'
import netCDF4, numpy

with netCDF4.Dataset("tas.nc", "w") as file:
    file.variable_id = "tas"
    file.createDimension("time", None)
    file.createDimension("x", 1000)
    time = file.createVariable("time", "f8", ("time",))
    time.units = "days since 2000-01-01"
    tas = file.createVariable("tas", "f4", ("time", "x"), compression="zstd", chunksizes=(1, 1000))
    tas.units = "K"
    time[:] = numpy.arange(2000.0)
    tas[:] = 280 + numpy.random.default_rng(0).random((2000, 1000), "f4")
PY
venv/bin/python make.py
PATH="$place/tools/usr/bin:$place/venv/bin:$PATH"
LD_LIBRARY_PATH=$(find "$place/tools/usr/lib" "$place/tools/lib" -name '*.so*' -printf '%h\n' 2> /dev/null | sort -u | tr '\n' ':')
export PATH LD_LIBRARY_PATH
h5repack --version
names() { h5ls tas.nc | cut -d ' ' -f 1 | tr '\n' ' '; }
before="$(names)"
code=0
cmip7repack -o tas.nc > said 2>&1 || code=$?
grep -e cannot -e smaller said || true
check=0
check_cmip7_packing tas.nc || check=$?
echo "variables before: $before"
echo "variables after:  $(names)"
echo "exit codes: cmip7repack $code, check_cmip7_packing $check"
[ "$before" = 'tas time x ' ] && [ "$(names)" = 'time x ' ] && [ "$code$check" = 00 ]
