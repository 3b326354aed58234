#!/bin/sh
# Makes a Zarr store with xarray, adds two time steps with zarr through the group that it opened, and opens the store again with both.
#
# Software: zarr 3.1.6, numcodecs 0.16.6, xarray 2026.9.0, formats 2 and 3.
# Most expect: the next reader sees six steps, or a warning.
# Seen: xarray writes consolidated metadata unasked, and a resize through zarr does not change it. Whoever opens the store next sees four steps, with
#       zarr as with xarray, without a warning; the chunks of the other two lie there. With consolidated=False there are six.
# For a mover: a replica can be equal byte by byte and still hide data, and a store is shown as long as the oldest of its metadata objects says:
#       the order in which objects of a growing store are copied decides what readers see meanwhile.
# Source: observed; zarr says that consolidated metadata is not yet part of format 3.
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


def steps_seen(zarr_format):
    store = f"format-{zarr_format}.zarr"
    first = xarray.Dataset(
        {"tas": (("time", "x"), numpy.full((4, 10), 280.0, "f4"))}, coords={"time": numpy.arange(4.0)}
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        first.to_zarr(store, zarr_format=zarr_format)
    group = zarr.open_group(store, mode="r+")
    for name, values in (("tas", 290.0), ("time", [4.0, 5.0])):
        group[name].resize((6,) + group[name].shape[1:])
        group[name][4:] = values
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        seen = (
            xarray.open_zarr(store).sizes["time"],
            zarr.open_group(store, mode="r")["tas"].shape[0],
            xarray.open_zarr(store, consolidated=False).sizes["time"],
        )
    print(f"format {zarr_format}: xarray {seen[0]}, zarr {seen[1]}, without consolidated {seen[2]}, warnings {len(warned)}")
    return seen + (len(warned),)


sys.exit(0 if steps_seen(2) == steps_seen(3) == (4, 4, 6, 0) else 1)
PY
venv/bin/python look.py
