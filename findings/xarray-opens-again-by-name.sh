#!/bin/sh
# Opens 140 packed NetCDF files as one dataset, replaces each file by its next version with a rename, as movers do, and then computes.
#
# Software: xarray 2026.9.0, dask 2026.8.0, netCDF4 1.7.5.1.post1.
# Most expect: values of the first version, because a rename leaves open files as they are. That is why movers replace files by renaming.
# Seen: xarray keeps at most 128 files open. It closes the others unasked and opens them again BY NAME when their values are wanted, with what it
#       remembers of the first version: shape, scale_factor, add_offset, _FillValue. One array holds values of both versions, and of the packed
#       files values that are in neither: 300.0 K of the new file is shown as 279.1. There is no error and no warning.
# For a mover: a replacement in place is not atomic for who reads a dataset of many files. A new version in a directory of its own is.
# Source: xarray/backends/file_manager.py (CachingFileManager), option file_cache_maxsize.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install xarray==2026.9.0 dask==2026.8.0 netCDF4==1.7.5.1.post1
cd "$place"
cat > look.py <<'PY'
import os, sys, warnings
import numpy, xarray


def write(number, kelvin, scale):
    data = xarray.Dataset(
        {"tas": (("time", "x"), numpy.full((4, 10), kelvin, "f4"))}, coords={"time": number * 4 + numpy.arange(4.0)}
    )
    packed = {"dtype": "i2", "scale_factor": scale, "add_offset": kelvin - 1, "_FillValue": -32767}
    data.to_netcdf("next", engine="netcdf4", encoding={"tas": packed})
    os.replace("next", f"tree/tas-{number:03d}.nc")


os.mkdir("tree")
for number in range(140):
    write(number, 280.0, 0.001)
data = xarray.open_mfdataset("tree/*.nc", combine="nested", concat_dim="time", engine="netcdf4")
before = float(data.tas.mean())
for number in range(140):
    write(number, 300.0, 0.01)
with warnings.catch_warnings(record=True) as warned:
    warnings.simplefilter("always")
    seen = numpy.unique(data.tas.values.astype(float).round(2))
with xarray.open_dataset("tree/tas-000.nc") as file:
    now = float(file.tas.mean())
print("first version:", before, "second version:", now)
print("values in the dataset that was open meanwhile:", *seen, "warnings:", len(warned))
sys.exit(0 if before == 280.0 and round(now, 2) == 300.0 and seen.tolist() == [279.1, 280.0] and not warned else 1)
PY
venv/bin/python look.py
