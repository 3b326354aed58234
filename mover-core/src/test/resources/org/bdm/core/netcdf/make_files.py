#!/usr/bin/env python3
"""Makes the files of this directory, and chunks.txt: where h5py says that each chunk lies.

    make_files.py      netCDF4 1.7.5.1.post1 (HDF5 2.2.0), h5py 3.16.0 (HDF5 2.0.0), numpy
"""
import os
import h5py, netCDF4
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
V110, LATEST = ("v110", "v110"), "latest"


def made(name, make):
    path = os.path.join(HERE, name)
    if os.path.exists(path):
        os.remove(path)
    make(path)
    print(name, os.path.getsize(path))


def indexes(libver):
    """A dataset for each kind of index."""
    def make(path):
        with h5py.File(path, "w", libver=libver) as f:
            data = np.arange(30, dtype="<i2").reshape(5, 6)
            f.create_dataset("single", data=data, chunks=(5, 6))
            f.create_dataset("single_filtered", data=data, chunks=(5, 6), compression="gzip")
            f.create_dataset("fixed", data=data, chunks=(2, 4))
            f.create_dataset("fixed_filtered", data=data, chunks=(2, 4), compression="gzip", shuffle=True)
            f.create_dataset("limited", data=data, chunks=(2, 4), maxshape=(9, 11))
            f.create_dataset("extensible", data=data, chunks=(1, 1), maxshape=(None, 6))
            f.create_dataset("extensible_second", data=data, chunks=(2, 1), maxshape=(5, None), compression="gzip")
            f.create_dataset("two_unlimited", data=data, chunks=(2, 2), maxshape=(None, None))
            f.create_dataset("two_filtered", data=data, chunks=(1, 1), maxshape=(None, None), fletcher32=True)
            sparse = f.create_dataset("sparse", (40,), "<f4", chunks=(3,), maxshape=(None,), fillvalue=-5)
            sparse[10:14] = 1
            f.create_dataset("contiguous", data=data)
            f.create_dataset("never", (4,), "<f8")
            dcpl = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            dcpl.set_chunk((2, 2))
            dcpl.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
            space = h5py.h5s.create_simple((3, 5))
            h5py.h5d.create(f.id, b"implicit", h5py.h5t.STD_I16LE, space, dcpl)
            mask = f.create_dataset("masked", (6,), "<i2", chunks=(2,), shuffle=True, compression="gzip")
            mask.id.write_direct_chunk((2,), b"\1\0\2\0", 3)
    return make


def large(path):
    """Indexes with pages and inner nodes; empty chunks cost no bytes."""
    with h5py.File(path, "w", libver=LATEST) as f:
        paged = f.create_dataset("paged_fixed", (3000,), "i1", chunks=(1,))
        paged[5:8] = 1
        paged[2500] = 1
        far = f.create_dataset("far_extensible", (600000,), "i1", chunks=(2,), maxshape=(None,))
        far[0:6] = 1
        far[250000:250004] = 1
        far[599998:] = 1
        tree = f.create_dataset("deep_tree", (60, 12), "i1", chunks=(1, 1), maxshape=(None, None))
        tree[:] = 1


def user_block(path):
    with h5py.File(path, "w", userblock_size=512) as f:
        f.create_dataset("v", data=np.arange(6, dtype="<i4"), chunks=(2,))
        f.create_dataset("nothing", (2,), "<f4")


def dense(path):
    with h5py.File(path, "w", libver=V110, track_order=True) as f:
        for i in range(40):
            f.create_dataset(f"v{i}", data=np.int16(i))
        v = f["v0"]
        for i in range(40):
            v.attrs[f"a{i}"] = np.int16(i)
        v.attrs["long"] = "x" * 6000


def netcdf4(path):
    ds = netCDF4.Dataset(path, "w")
    ds.title = "small"
    ds.createDimension("time", None)
    ds.createDimension("x", 3)
    ds.createDimension("n", 2)
    t = ds.createVariable("time", "f8", ("time",))
    t.units = "days since 1850-01-01"
    t[:] = [15.0, 45.0]
    v = ds.createVariable("v", "f4", ("time", "x"), fill_value=1e20, zlib=True, chunksizes=(1, 3))
    v.factor = np.float32(0.5)
    v.counts = np.array([1, 2, 3], "i2")
    v[:] = [[1, 2, 3], [4, 5, 6]]
    s = ds.createVariable("short", "i4", ("time",), chunksizes=(1,))
    s[0:1] = [7]
    names = ds.createVariable("names", str, ("n",))
    names[:] = np.array(["one", "Zürich"], object)
    two = ds.createVariable("n", "S1", ("n", "x"))
    two[:] = np.array([[b"a", b"b", b"c"], [b"d", b"e", b"f"]])
    ds.createVariable("x", "f4", ("n",))
    ds.createVariable("height", "f8", ())[...] = 2
    g = ds.createGroup("inner")
    g.createVariable("w", "u1", ("x",))[:] = [1, 2, 255]
    ds.close()


def scales(path):
    """Axes without a scale: netCDF-C gives them the scales of the group that are as long, else dimensions of its own."""
    with h5py.File(path, "w") as f:
        for name, length in (("x", 3), ("y", 4)):
            f.create_dataset(name, data=np.arange(length, dtype="i1")).make_scale(name)
        f.create_dataset("both", data=np.zeros((3, 4), "i1"))
        f.create_dataset("square", data=np.zeros((3, 3), "i1"))
        f.create_dataset("second", data=np.zeros((3, 4), "i1")).dims[1].attach_scale(f["y"])
        f.create_dataset("other", data=np.zeros((4, 5, 3), "i1"))


def classic(fmt, odd):
    def make(path):
        ds = netCDF4.Dataset(path, "w", format=fmt)
        ds.DX = np.float32(3000)
        ds.title = "small"
        ds.createDimension("time", None)
        ds.createDimension("x", 3)
        ds.createVariable("v", "i1", ("time", "x"))[:] = np.arange(9).reshape(3, 3)
        if not odd:
            ds.createVariable("w", "i2", ("time",))[:] = np.arange(3)
        ds.createVariable("f", "f4", ("x",))[:] = [1, 2, 3]
        ds.close()
    return make


def chunks(path, out):
    with h5py.File(path) as f:
        def visit(name, d):
            if not isinstance(d, h5py.Dataset) or d.shape == () or d.chunks is None:
                return
            table = []
            d.id.chunk_iter(lambda c: table.append(c) and None)
            if d.maxshape[0] is not None and None in d.maxshape and d.maxshape[-1] is None:
                # HDF5 2.0 tells wrong places where the unlimited axis is not the first: the bytes that it reads tell.
                with open(path, "rb") as raw:
                    whole = raw.read()
                table = []
                for place in np.ndindex(*[(e + n - 1) // n for e, n in zip(d.shape, d.chunks)]):
                    offset = tuple(p * n for p, n in zip(place, d.chunks))
                    mask, stored = d.id.read_direct_chunk(offset)
                    assert whole.count(stored) == 1
                    table.append(h5py.h5d.StoreInfo(offset, mask, whole.find(stored), len(stored)))
            for c in table:
                place = ".".join(str(o // n) for o, n in zip(c.chunk_offset, d.chunks))
                out.write(f"{os.path.basename(path)} {name} {place} {c.byte_offset} {c.size} {c.filter_mask}\n")
            if not table:
                out.write(f"{os.path.basename(path)} {name} none\n")
        f.visititems(visit)


made("indexes-default.h5", indexes(None))
made("indexes-v110.h5", indexes(V110))
made("indexes-latest.h5", indexes(LATEST))
made("large.h5", large)
made("user-block.h5", user_block)
made("dense.h5", dense)
made("small.nc", netcdf4)
made("scales.h5", scales)
made("cdf1.nc", classic("NETCDF3_CLASSIC", False))
made("cdf1-odd.nc", classic("NETCDF3_CLASSIC", True))
made("cdf2.nc", classic("NETCDF3_64BIT_OFFSET", False))
made("cdf5.nc", classic("NETCDF3_64BIT_DATA", False))
with open(os.path.join(HERE, "chunks.txt"), "w") as out:
    for name in ("indexes-default.h5", "indexes-v110.h5", "indexes-latest.h5", "large.h5", "user-block.h5", "small.nc"):
        chunks(os.path.join(HERE, name), out)
