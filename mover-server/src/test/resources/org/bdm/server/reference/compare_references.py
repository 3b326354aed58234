#!/usr/bin/env python3
"""Compares references with what netCDF4 reads of the same files: variables, dimensions, types, attributes and every value.

    compare_references.py FILES_DIRECTORY REFERENCES_DIRECTORY

A file NAME.nc is compared with NAME.nc.json, or with the directory NAME.nc.parq. Ends with 1 if any differs.
"""
import os, signal, sys, warnings
import fsspec, netCDF4, numpy as np, xarray as xr, zarr
from kerchunk.utils import refs_as_store

warnings.filterwarnings("ignore")


def groups(ds, path=""):
    yield path, ds
    for name, g in ds.groups.items():
        yield from groups(g, f"{path}/{name}".strip("/"))


def equal(a, b):
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape:
        return False
    if a.dtype.kind in "fc" and b.dtype.kind in "fc":
        return np.array_equal(a, b, equal_nan=True)
    return np.array_equal(a, b)


def attributes(owner, shown, hidden=()):
    wanted = {k: owner.getncattr(k) for k in owner.ncattrs()}
    problems = []
    for k in wanted.keys() | (shown.keys() - {"_ARRAY_DIMENSIONS"}):
        if k in hidden:
            continue
        if k not in wanted or k not in shown:
            problems.append(f"attribute {k} only in {'the file' if k in wanted else 'the references'}")
        elif isinstance(wanted[k], str) != isinstance(shown[k], str):
            problems.append(f"attribute {k}: {wanted[k]!r} became {shown[k]!r}")
        elif not (wanted[k] == shown[k] if isinstance(wanted[k], str) else equal(np.atleast_1d(wanted[k]), np.atleast_1d(shown[k]))):
            problems.append(f"attribute {k}: {str(wanted[k])[:60]!r} became {str(shown[k])[:60]!r}")
    return problems


def compare(nc, store, target):
    problems = []
    root = zarr.open_group(store, mode="r", zarr_format=2)
    ds = netCDF4.Dataset(nc)
    ds.set_auto_maskandscale(False)
    ds.set_auto_chartostring(False)
    for path, group in groups(ds):
        z = root[path] if path else root
        problems += attributes(group, dict(z.attrs))
        names = {n for n, _ in z.arrays()}
        if names != set(group.variables):
            problems.append(f"group '{path}': variables {sorted(names ^ set(group.variables))} are not in both")
        for name, v in group.variables.items():
            if name not in names:
                continue
            a = z[name]
            fill = a.fill_value
            hidden = ("_FillValue",) if fill is not None and "_FillValue" not in a.attrs else ()
            if hidden and not equal(np.atleast_1d(fill), np.atleast_1d(v.getncattr("_FillValue"))):
                problems.append(f"{name}: fill value {fill}")
            problems += [f"{name}: {p}" for p in attributes(v, dict(a.attrs), hidden)]
            if list(a.attrs["_ARRAY_DIMENSIONS"]) != list(v.dimensions):
                problems.append(f"{name}: dimensions {a.attrs['_ARRAY_DIMENSIONS']} for {v.dimensions}")
            mine, its = a[...], np.asarray(v[...])  # netCDF4 gives a scalar text as str
            if its.dtype.kind in "OU":
                mine, its = np.asarray(mine, object), its.astype(object)
            elif mine.dtype.newbyteorder("=") != its.dtype.newbyteorder("="):
                problems.append(f"{name}: type {mine.dtype} for {its.dtype}")
            if not equal(mine, its):
                problems.append(f"{name}: values {str(np.asarray(mine).ravel()[:6])} for {str(np.asarray(its).ravel()[:6])}")
        problems += with_xarray(nc, target, path)
    return problems


def with_xarray(nc, target, path):
    try:
        a = xr.open_dataset(nc, engine="netcdf4", group=path or None)
    except Exception as e:
        return []  # xarray does not open the file itself
    try:
        # The engine kerchunk lists nested groups as empty: they are opened by their consolidated metadata.
        b = (xr.open_zarr(refs_as_store(target), group=path, consolidated=True, zarr_format=2) if path
             else xr.open_dataset(target, engine="kerchunk"))
        xr.testing.assert_equal(a.load(), b.load())
        return [f"xarray: {n} is {b[n].dtype} for {a[n].dtype}" for n in a.variables
                if a[n].dtype.kind in "iufmM" and a[n].dtype.newbyteorder("=") != b[n].dtype.newbyteorder("=")]
    except Exception as e:
        return [f"xarray, group '{path}': {type(e).__name__}: {str(e)[:300]}"]


files, references = sys.argv[1:3]
failed = same = 0
for name in sorted(os.listdir(files)):
    if not name.endswith(".nc"):
        continue
    target = next((p for p in (os.path.join(references, name + e) for e in (".json", ".parq")) if os.path.exists(p)), None)
    if target is None:
        print(f"{name}: no references")
        continue
    # In a process of its own: libraries may crash.
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        try:
            filesystem = fsspec.filesystem("reference", fo=target, asynchronous=True, remote_protocol="file",
                                           remote_options={"asynchronous": True})
            problems = compare(os.path.join(files, name), zarr.storage.FsspecStore(filesystem), target)
        except Exception as e:
            problems = [f"{type(e).__name__}: {str(e)[:300]}"]
        for p in problems:
            print(f"{name}: {p}", flush=True)
        os._exit(bool(problems))
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        print(f"{name}: crashed with signal {os.WTERMSIG(status)}", flush=True)
    failed += status != 0
    same += status == 0
print(f"{same} files equal, {failed} not")
sys.exit(failed > 0)
