#!/bin/sh
# Reads a small Zarr store that xarray wrote with the programs of netCDF-C, which read Zarr since 4.8.
#
# Software: ncdump and nccopy 4.9.0 (netcdf-bin of Debian 12); xarray 2026.9.0 with zarr 3.1.6 writes the store, format 2, with Blosc as always.
# Most expect: the values, or an error that the codec is not known, as for an HDF5 file with a filter that is not known.
# Seen: the compressed bytes of each chunk are taken for the values (2.080671e-36, 9.187894e-41, .. in place of 280), the compressor is not shown
#       by 'ncdump -s', and both end with 0. nccopy writes these numbers into a valid NetCDF-4 file. Where the compressed chunk is shorter than
#       the array, the rest is what lay in memory. A store without a compressor is read right.
# For a mover: a NetCDF file that was made of a store this way agrees with no version of it, and its own digest is right for ever. Who converts
#       has to compare values with those that xarray reads.
# Source: observed. Debian's library is built with filters, and has no Blosc plug-in for Zarr.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install xarray==2026.9.0 zarr==3.1.6 numcodecs==0.16.6
cd "$place"
mkdir packages tools
chmod 711 .
needed=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances netcdf-bin |
  grep '^[a-z0-9]' | grep -v -e '^libc6' -e '^libgcc' -e '^libstdc' -e '^netcdf-bin$' -e ':' | sort -u)
(cd packages && apt-get download -qq $needed netcdf-bin=1:4.9.0-3+b1 > ../download.log 2>&1) || { cat download.log; exit 2; }
for package in packages/*.deb; do dpkg -x "$package" tools; done
cat > make.py <<'PY'
import numpy, xarray

data = xarray.Dataset({"tas": (("time", "x"), numpy.full((4, 10), 280.0, "f4"))})
data.to_zarr("packed.zarr", zarr_format=2)
data.to_zarr("plain.zarr", zarr_format=2, encoding={"tas": {"compressors": None}})
PY
venv/bin/python make.py
PATH="$place/tools/usr/bin:$PATH"
LD_LIBRARY_PATH=$(find "$place/tools/usr/lib" "$place/tools/lib" -name '*.so*' -printf '%h\n' 2> /dev/null | sort -u | tr '\n' ':')
export PATH LD_LIBRARY_PATH
nc-config --version 2> /dev/null || ncdump 2>&1 | tail -n 1
right() { # right PLACE: how many of the 40 values of tas are 280
  ncdump -v tas "$1" > dump || echo "ncdump ended with $?"
  sed '1,/^data:/d' dump | tr ',;' '\n\n' | grep -c '^ *\(tas =\)\{0,1\} *280 *$' || true
}
packed=$(right "file://$place/packed.zarr#mode=zarr,file")
plain=$(right "file://$place/plain.zarr#mode=zarr,file")
code=0
nccopy -k nc4 "file://$place/packed.zarr#mode=zarr,file" copied.nc || code=$?
copied=$(right copied.nc)
echo "values of 280 among 40: without a compressor $plain, with one $packed, in the file of nccopy $copied; exit code of nccopy $code"
[ "$plain/$packed/$copied/$code" = 40/0/0/0 ]
