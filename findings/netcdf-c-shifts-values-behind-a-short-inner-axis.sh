#!/bin/sh
# Writes a variable whose second axis is unlimited and shorter than its dimension, and reads it with netCDF-C and h5py.
#
# Software: netCDF4 1.7.5.1.post1 (netCDF-C 4.10.1), h5py 3.16.0.
# Most expect: what was never written to be fill, and all other values where they were written.
# Seen: [[1, 2], [-127, -127]] for [[1, -127], [2, -127]]: netCDF-C fills the buffer as if the stored part were as wide as the dimension.
#       ncdump 4.9.0, which reads row by row, shows the right ones. So does netCDF-C where the unlimited axis is the first.
# For a mover: a reader of the bytes themselves, as of references, gives other values than netCDF-C. Those of HDF5 are right.
# Source: observed.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install netCDF4==1.7.5.1.post1 h5py==3.16.0
cd "$place"
cat > look.py <<'PY'
import sys
import h5py, netCDF4, numpy

with netCDF4.Dataset("short.nc", "w") as file:
    file.createDimension("x", 2)
    file.createDimension("time", None)
    file.createVariable("long", "i1", ("time",))[:] = [0, 0]
    v = file.createVariable("v", "i1", ("x", "time"))
    v.set_auto_mask(False)
    v[:, 0:1] = [[1], [2]]
with netCDF4.Dataset("short.nc") as file:
    file["v"].set_auto_mask(False)
    shown = file["v"][:].tolist()
stored = h5py.File("short.nc")["v"][:].tolist()
print("netCDF-C", netCDF4.__netcdf4libversion__, shown, "HDF5", stored)
sys.exit(0 if shown == [[1, 2], [-127, -127]] and stored == [[1], [2]] else 1)
PY
venv/bin/python look.py
