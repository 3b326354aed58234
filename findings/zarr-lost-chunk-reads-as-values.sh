#!/bin/sh
# Writes a small Zarr store, takes one object away as a mirror does that lost one, and opens it with xarray.
#
# Software: zarr 3.1.6, numcodecs 0.16.6, xarray 2026.9.0.
# Most expect: an error, or at least missing values, where an object of the store is not there.
# Seen: the store opens without an error or a warning. Format 2 shows missing values. Format 3, for an array made with zarr itself and no fill
#       value, shows 0.0, and means count it: of 280 K in four steps 210 K are left.
# For a mover: a reader does not notice what a transfer lost. A store is whole only if every object of the source was compared by name and
#       digest; opening it, or looking at a mean, proves nothing.
# Source: the specifications of Zarr 2 and 3 say that a chunk that is not stored has the fill value; the default of the fill value was observed.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install zarr==3.1.6 numcodecs==0.16.6 xarray==2026.9.0
cd "$place"
cat > look.py <<'PY'
import os, sys, warnings
import numpy, xarray, zarr


def mean_without_one_object(zarr_format, lost):
    store = f"format-{zarr_format}.zarr"
    group = zarr.open_group(store, mode="w", zarr_format=zarr_format)
    names = ("time", "x")
    tas = group.create_array(
        "tas", shape=(4, 100), chunks=(1, 100), dtype="f4", dimension_names=names if zarr_format == 3 else None
    )
    if zarr_format == 2:
        tas.attrs["_ARRAY_DIMENSIONS"] = list(names)
    tas[:] = numpy.full((4, 100), 280.0)
    os.remove(os.path.join(store, "tas", lost))
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        data = xarray.open_zarr(store, consolidated=False)
        steps, mean = data.tas.values[:, 0], float(data.tas.mean())
    print(f"format {zarr_format}: first column {steps}, mean {mean}, warnings {len(warned)}")
    return steps[1], mean, len(warned)


old = mean_without_one_object(2, "1.0")
new = mean_without_one_object(3, "c/1/0")
sys.exit(0 if numpy.isnan(old[0]) and old[1:] == (280.0, 0) and new == (0.0, 210.0, 0) else 1)
PY
venv/bin/python look.py
