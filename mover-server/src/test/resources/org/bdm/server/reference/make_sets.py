#!/usr/bin/env python3
"""Makes the small NetCDF files of this directory: 2.nc is the earlier one, and counts time from another day. netCDF4 1.7.5.1.post1."""
import os
import netCDF4
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


def file(name, units, start, steps=2, level=1, fill=1e20, chunk=1, scale=None, shuffle=False, endian="native", dtype="f4", lat=(10, 20, 30)):
    ds = netCDF4.Dataset(os.path.join(HERE, name), "w")
    ds.title = "small"
    ds.tracking_id = name
    ds.createDimension("time", None)
    ds.createDimension("bnds", 2)
    ds.createDimension("lat", 3)
    t = ds.createVariable("time", "f8", ("time",), chunksizes=(1,))
    t.units, t.calendar, t.bounds = units, "noleap", "time_bnds"
    t[:] = start + np.arange(steps) * 30.0
    ds.createVariable("time_bnds", "f8", ("time", "bnds"), chunksizes=(1, 2))[:] = np.stack([t[:] - 15, t[:] + 15], 1)
    ds.createVariable("lat", "f8", ("lat",))[:] = lat
    ds.createVariable("height", "f8", ())[...] = 2
    v = ds.createVariable("tas", dtype, ("time", "lat"), fill_value=fill, zlib=True, complevel=level, shuffle=shuffle,
                          chunksizes=(chunk, 3), endian=endian)
    v.coordinates = "height"
    if scale:
        v.scale_factor = scale
    ds.set_auto_maskandscale(False)
    v[:] = start + np.arange(steps * 3).reshape(steps, 3)
    ds.close()


EARLY, LATE = "days since 1850-01-01", "days since 1850-03-02"
file("2.nc", EARLY, 15.0)
file("1.nc", LATE, 15.0, level=4)
file("overlap.nc", EARLY, 30.0)
file("later.nc", EARLY, 400.0)
file("chunk-2.nc", EARLY, 75.0, chunk=2)
file("odd-length.nc", EARLY, 75.0, steps=3, chunk=2)
file("after-odd.nc", EARLY, 175.0, steps=2, chunk=2)
file("shuffled.nc", EARLY, 75.0, shuffle=True)
file("big-endian.nc", EARLY, 75.0, endian="big")
file("double.nc", EARLY, 75.0, dtype="f8")
file("scaled.nc", EARLY, 75.0, scale=2.0)
file("other-fill.nc", EARLY, 75.0, fill=-1)
file("other-lat.nc", EARLY, 75.0, lat=(1, 2, 3))
file("months.nc", "months since 1850-01-01", 3.0)


def fills(path):
    import h5py
    with h5py.File(path, "w") as f:
        def dataset(name, dtype, fillvalue, attribute=None, **kw):
            d = f.create_dataset(name, (20,), dtype, chunks=(5,), fillvalue=fillvalue, **kw)
            d[0:5] = range(5)
            if attribute is not None:
                d.attrs["_FillValue"] = np.dtype(dtype).type(attribute)
        dataset("plain", "<i4", None)
        dataset("same", "<i4", -5, -5)
        dataset("zeros", "<f4", None, 1)
        dataset("sevens", "<i4", 7, -999)
        dataset("nan", "<f4", np.nan, np.nan)
        dataset("undefined", "<f4", 3, 3, fill_time="never")


def choices(path):
    import h5py, zlib
    with h5py.File(path, "w") as f:
        f.create_dataset("filtered", data=np.arange(300, dtype="<f4"), chunks=(100,), shuffle=True, compression="gzip", fletcher32=True)
        m = f.create_dataset("masked", (300,), "<f4", chunks=(100,), shuffle=True, compression="gzip")
        v = np.arange(300, dtype="<f4")
        m[0:100] = v[0:100]
        m.id.write_direct_chunk((100,), v[100:200].tobytes(), 3)
        m.id.write_direct_chunk((200,), zlib.compress(v[200:].tobytes()), 1)
        dcpl = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        dcpl.set_layout(h5py.h5d.COMPACT)
        d = h5py.h5d.create(f.id, b"compact", h5py.h5t.IEEE_F64LE, h5py.h5s.create_simple((2, 3)), dcpl)
        d.write(h5py.h5s.ALL, h5py.h5s.ALL, np.arange(6.0).reshape(2, 3))
        f["scalar"] = np.float64(2)
        f["texts"] = np.array(["one", "Zürich"], object)


def refused(path, make):
    import h5py
    with h5py.File(path, "w") as f:
        make(f, h5py)


fills(os.path.join(HERE, "fills.h5"))
choices(os.path.join(HERE, "choices.h5"))
refused(os.path.join(HERE, "refused-lzf.h5"), lambda f, h5py: f.create_dataset("v", data=np.arange(300), chunks=(100,), compression="lzf"))
refused(os.path.join(HERE, "refused-compound.h5"), lambda f, h5py: f.create_dataset("v", data=np.zeros(3, "f4,i4")))
refused(os.path.join(HERE, "refused-link.h5"), lambda f, h5py: (f.create_dataset("v", data=np.arange(3)), f.__setitem__("soft", h5py.SoftLink("/v"))))
refused(os.path.join(HERE, "refused-undefined.h5"), lambda f, h5py: f.create_dataset("v", (6000,), "<f4", chunks=(3000,), fill_time="never", compression="gzip").__setitem__(slice(0, 3000), 1))
