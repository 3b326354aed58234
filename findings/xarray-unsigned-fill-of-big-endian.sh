#!/bin/sh
# Writes 16-bit integers with _Unsigned and _FillValue -7 in both byte orders, and opens them with xarray.
#
# Software: xarray 2026.9.0, netCDF4 1.7.5.1.post1, numpy 2.4.6.
# Most expect: the first value masked, whatever the order of its bytes.
# Seen: with little-endian integers it is. With big-endian ones it is 65529: xarray swaps the bytes of the fill value when it makes it unsigned.
#       The same happens in Zarr stores of big-endian integers, and so in references to classic NetCDF files.
# For a mover: references to such variables have to name an unsigned type themselves.
# Source: observed; new_fill.view(unsigned_dtype) in xarray/coding/variables.py was read.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install xarray==2026.9.0 netCDF4==1.7.5.1.post1 numpy==2.4.6
cd "$place"
cat > look.py <<'PY'
import sys, warnings
import netCDF4, numpy, xarray

warnings.simplefilter("ignore")
seen = {}
for endian in ("little", "big"):
    with netCDF4.Dataset(f"{endian}.nc", "w") as file:
        file.createDimension("x", 2)
        v = file.createVariable("v", "i2", ("x",), fill_value=-7, endian=endian)
        v.set_auto_maskandscale(False)
        v.setncattr("_Unsigned", "true")
        v[:] = [-7, 1]
    seen[endian] = xarray.open_dataset(f"{endian}.nc").v.values
    print(endian, seen[endian])
sys.exit(0 if numpy.isnan(seen["little"][0]) and seen["big"][0] == 65529 else 1)
PY
venv/bin/python look.py
