#!/bin/sh
# Reads a Zarr store with xarray and dask.distributed, replaces the objects of a variable by those of another version, as a mirror does, opens the
# store again in the same session, and computes.
#
# Software: xarray 2026.9.0, zarr 3.1.6, dask and distributed 2026.8.0.
# Most expect: a store that is opened again shows what it holds now; or all is old, if something was cached.
# Seen: both in one dataset. The values are those of the first version (280), their mean is that of the second (300), and which one comes depends
#       on how the expression is optimized. xarray names the chunks after the path and the time of the top directory of the store. That time
#       does not change when an object below it does, and there is none for addresses, so the names are the same as before; for names that
#       somebody holds (persist) the cluster returns what it computed then. There is no warning. A NetCDF file that was replaced with
#       its old time kept has the same names, too.
# For a mover: people who keep a cluster for days see changed stores as before until every result of them is let go.
# Source: xarray/backends/api.py, _chunk_ds: tokenize(filename_or_obj, mtime, ..); distributed keeps results by name.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install xarray==2026.9.0 zarr==3.1.6 numcodecs==0.16.6 dask==2026.8.0 distributed==2026.8.0
cd "$place"
cat > look.py <<'PY'
import os, sys, warnings
import dask.distributed, numpy, xarray


def write(store, kelvin):
    data = xarray.Dataset({"tas": (("time", "x"), numpy.full((4, 10), kelvin, "f4"))}, coords={"time": numpy.arange(4.0)})
    data.to_zarr(store, zarr_format=2, encoding={"tas": {"chunks": (1, 10)}})


write("tas.zarr", 280.0)
write("next.zarr", 300.0)
with dask.distributed.Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None):
    kept = xarray.open_zarr("tas.zarr").tas.persist()
    first = float(kept.mean())
    for name in os.listdir("next.zarr/tas"):
        os.replace(f"next.zarr/tas/{name}", f"tas.zarr/tas/{name}")
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        again = xarray.open_zarr("tas.zarr").tas
        values, mean = numpy.unique(again.values).tolist(), float(again.mean())
stored = float(xarray.open_zarr("tas.zarr", chunks=None).tas.mean())
print("first version:", first, "in the store now:", stored)
print("opened again: values", *values, "mean", mean, "warnings", len(warned))
sys.exit(0 if (first, stored, values, mean, len(warned)) == (280.0, 300.0, [280.0], 300.0, 0) else 1)
PY
venv/bin/python look.py
