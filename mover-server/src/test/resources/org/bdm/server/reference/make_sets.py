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
