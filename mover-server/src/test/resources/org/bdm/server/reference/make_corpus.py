#!/usr/bin/env python3
"""Makes NetCDF and HDF5 files of every kind that references have to read, each in a process of its own.

    make_corpus.py DIRECTORY [NAME..]

Needs netCDF4, h5py, h5netcdf, numpy, hdf5plugin; ncgen, nccopy, h5repack, ncks, cdo, cmip7repack where they are installed.
"""
import os, subprocess, sys, shutil
import numpy as np

KINDS = {}


def kind(f):
    KINDS[f.__name__] = f
    return f


def cube(shape=(12, 8, 10), dtype="f4", seed=1):
    return (280 + 10 * np.random.default_rng(seed).standard_normal(shape)).astype(dtype)


def nc4(path, fmt="NETCDF4", dtype="f4", nt=12, unlimited=True, units="days since 1850-01-01", start=0, fill=1e20, name="tas",
        seed=1, attrs=None, tchunk=None, scale=None, libver=None, **kw):
    import netCDF4
    ds = netCDF4.Dataset(path, "w", format=fmt)
    ds.title = "made for a test"
    ds.level = np.int32(3)
    ds.createDimension("time", None if unlimited else nt)
    ds.createDimension("lat", 8)
    ds.createDimension("lon", 10)
    ds.createDimension("bnds", 2)
    tkw = {} if tchunk is None else {"chunksizes": (tchunk,)}
    t = ds.createVariable("time", "f8", ("time",), **tkw)
    t.units, t.calendar, t.bounds, t.standard_name = units, "noleap", "time_bnds", "time"
    tb = ds.createVariable("time_bnds", "f8", ("time", "bnds"))
    for n, k in (("lat", 8), ("lon", 10)):
        v = ds.createVariable(n, "f8", (n,))
        v[:] = np.arange(k) * 10.0
        v.units = "degrees_" + ("north" if n == "lat" else "east")
    h = ds.createVariable("height", "f8", ())
    h[...] = 2.0
    h.units = "m"
    fkw = {} if fill is None else {"fill_value": fill}
    v = ds.createVariable(name, dtype, ("time", "lat", "lon"), **fkw, **kw)
    v.coordinates = "height"
    v.units = "K"
    if scale:
        v.scale_factor, v.add_offset = scale
    for k, a in (attrs or {}).items():
        setattr(v, k, a)
    ds.set_auto_maskandscale(False)
    v.set_auto_maskandscale(False)
    t[:] = start + np.arange(nt) * 30.0 + 15
    tb[:] = np.stack([start + np.arange(nt) * 30.0, start + np.arange(nt) * 30.0 + 30], 1)
    v[:] = cube((nt, 8, 10), seed=seed).astype(dtype)
    return ds


@kind
def netcdf4_default(p): nc4(p).close()
@kind
def netcdf4_contiguous(p): nc4(p, unlimited=False, contiguous=True).close()
@kind
def netcdf4_deflate(p): nc4(p, zlib=True, complevel=1, shuffle=False, chunksizes=(1, 8, 10)).close()
@kind
def netcdf4_shuffle(p): nc4(p, zlib=True, complevel=4, shuffle=True, chunksizes=(5, 3, 4)).close()
@kind
def netcdf4_fletcher(p): nc4(p, zlib=True, shuffle=True, fletcher32=True, chunksizes=(1, 8, 10)).close()
@kind
def netcdf4_fletcher_only(p): nc4(p, fletcher32=True, chunksizes=(1, 8, 10)).close()
@kind
def netcdf4_zstd(p): nc4(p, compression="zstd", chunksizes=(1, 8, 10)).close()
@kind
def netcdf4_bzip2(p): nc4(p, compression="bzip2", chunksizes=(6, 8, 10)).close()
@kind
def netcdf4_blosc(p): nc4(p, compression="blosc_lz4", chunksizes=(12, 8, 10), dtype="i4").close()
@kind
def netcdf4_szip(p): nc4(p, compression="szip", chunksizes=(1, 8, 10)).close()
@kind
def netcdf4_quantized(p): nc4(p, zlib=True, significant_digits=3, quantize_mode="BitGroom").close()
@kind
def netcdf4_no_fill_attribute(p): nc4(p, fill=None, dtype="i4").close()
@kind
def netcdf4_classic_model(p): nc4(p, fmt="NETCDF4_CLASSIC").close()
@kind
def netcdf4_big_endian(p): nc4(p, endian="big", zlib=True).close()
@kind
def netcdf4_packed(p): nc4(p, dtype="i2", fill=-32768, scale=(np.float64(0.01), np.float64(280))).close()
@kind
def netcdf4_packed_float32(p): nc4(p, dtype="i2", fill=-32768, scale=(np.float32(0.01), np.float32(280))).close()
@kind
def netcdf4_f8(p): nc4(p, dtype="f8").close()
@kind
def netcdf4_time_chunk_512(p): nc4(p, tchunk=512).close()


@kind
def netcdf4_nan_fill(p):
    ds = nc4(p, fill=np.nan)
    ds["tas"][3] = np.nan
    ds["tas"].setncattr("valid", np.array([np.nan, np.inf]))
    ds.close()


@kind
def netcdf4_unwritten_chunks(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w")
    ds.createDimension("x", 100)
    for n, f in (("with_fill", -5), ("without", None), ("nofill", False)):
        kw = {} if f is None else {"fill_value": f}
        v = ds.createVariable(n, "i4", ("x",), chunksizes=(10,), zlib=True, **kw)
        v[5:25] = np.arange(20)
    ds.createVariable("never", "f4", ("x",), chunksizes=(10,))
    ds.createVariable("never_whole", "f4", ("x",), contiguous=True)
    ds.close()


@kind
def netcdf4_two_unlimited(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w")
    ds.createDimension("t", None)
    ds.createDimension("s", None)
    v = ds.createVariable("v", "f4", ("t", "s"), zlib=True)
    v[:] = cube((7, 9))
    w = ds.createVariable("short", "i4", ("t",), fill_value=-1)
    w[:3] = [1, 2, 3]
    x = ds.createVariable("t", "f8", ("t",))
    x[:] = np.arange(7)
    ds.close()


@kind
def netcdf4_groups(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w")
    ds.createDimension("x", 4)
    v = ds.createVariable("x", "f4", ("x",))
    v[:] = range(4)
    g = ds.createGroup("forecast").createGroup("deep")
    g.createDimension("y", 3)
    w = g.createVariable("w", "f4", ("x", "y"), zlib=True)
    w[:] = np.arange(12).reshape(4, 3)
    g.note = "inner"
    ds["forecast"].createVariable("u", "i2", ("x",))[:] = [1, 0, 2, 0]
    ds.close()


@kind
def netcdf4_strings(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w")
    ds.createDimension("n", 5)
    ds.createDimension("len", 6)
    v = ds.createVariable("names", str, ("n",))
    v[:] = np.array(["a", "", "Zürich", "long" * 30, "e"], object)
    s = ds.createVariable("one", str, ())
    s[...] = "single"
    c = ds.createVariable("chars", "S1", ("n", "len"))
    c[:] = netCDF4.stringtochar(np.array(["abc", "defghi", "", "x", "yz"], "S6"))
    ds.setncattr_string("texts", ["one", "two", ""])
    ds.empty = ""
    v.count = np.array([1, 2, 3], "i8")
    ds.close()


@kind
def netcdf4_integers(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w")
    ds.createDimension("n", 6)
    for d in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"):
        v = ds.createVariable(d, d, ("n",))
        info = np.iinfo(d)
        v[:] = np.array([0, 1, 2, info.max - 3, info.min, 5], d)
        v.setncattr("most", np.array([info.max], d)[0])
    ds.close()


@kind
def netcdf4_enum(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w")
    ds.createDimension("n", 4)
    e = ds.createEnumType(np.uint8, "cloud", {"clear": 0, "some": 1, "missing": 255})
    v = ds.createVariable("c", e, ("n",), fill_value=255)
    v[:] = [0, 1, 1, 0]
    ds.close()


@kind
def netcdf4_compound(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w")
    ds.createDimension("n", 3)
    t = ds.createCompoundType(np.dtype([("a", "f4"), ("b", "i4")]), "pair")
    ds.createVariable("pairs", t, ("n",))[:] = np.array([(1, 2)] * 3, t.dtype)
    ds.close()


@kind
def netcdf4_vlen(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w")
    ds.createDimension("n", 2)
    t = ds.createVLType(np.int32, "ragged")
    v = ds.createVariable("r", t, ("n",))
    v[0] = np.array([1, 2], "i4")
    v[1] = np.array([3], "i4")
    ds.close()


@kind
def netcdf4_many_attributes(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w")
    ds.createDimension("x", 3)
    v = ds.createVariable("v", "f4", ("x",))
    v[:] = [1, 2, 3]
    for i in range(60):
        ds.setncattr(f"attribute_{i}", f"value {i} " * (i + 1))
        v.setncattr(f"a{i}", np.arange(i + 1, dtype="f4"))
    ds.setncattr("large", "x" * 50000)
    ds.close()


@kind
def netcdf4_many_variables(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w")
    ds.createDimension("x", 3)
    for i in range(300):
        ds.createVariable(f"variable_{i:03}", "f4", ("x",), zlib=i % 2 == 0)[:] = [i, 0, -i]
    ds.close()


@kind
def netcdf4_coordinate_of_two_axes(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w")
    ds.createDimension("ens", 3)
    ds.createDimension("strlen", 4)
    v = ds.createVariable("ens", "S1", ("ens", "strlen"))
    v[:] = netCDF4.stringtochar(np.array(["r1i1", "r2i1", "r3i1"], "S4"))
    ds.createVariable("x", "f4", ("ens",))[:] = [1, 2, 3]
    ds.close()


@kind
def netcdf4_not_a_coordinate(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w")
    ds.createDimension("a", 3)
    ds.createDimension("b", 4)
    ds.createVariable("b", "f4", ("a",))[:] = [1, 2, 3]
    ds.createVariable("v", "f4", ("a", "b"))[:] = np.arange(12).reshape(3, 4)
    ds.close()


@kind
def netcdf4_renamed(p):
    import netCDF4
    nc4(p).close()
    ds = netCDF4.Dataset(p, "a")
    ds.renameDimension("lat", "y")
    ds.renameVariable("lat", "y")
    ds.close()


@kind
def netcdf4_grown(p):
    import netCDF4
    nc4(p, chunksizes=(1, 8, 10), zlib=True).close()
    for i in range(3):
        ds = netCDF4.Dataset(p, "a")
        n = len(ds["time"])
        ds["tas"][n] = 300 + i
        ds["time"][n] = n * 30.0
        ds.setncattr(f"step{i}", "x" * 100)
        ds.close()


@kind
def netcdf4_no_records(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w")
    ds.createDimension("time", None)
    ds.createVariable("time", "f8", ("time",)).units = "days since 1850-01-01"
    ds.createVariable("v", "f4", ("time",))
    ds.createVariable("x", "f4", ())[...] = 3
    ds.close()


@kind
def netcdf4_many_chunks(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w")
    ds.createDimension("t", None)
    ds.createDimension("x", 4)
    ds.createVariable("v", "f4", ("t", "x"), chunksizes=(1, 4), zlib=True)[:] = cube((3000, 4))
    ds.close()


def classic(path, fmt, version=None):
    ds = nc4(path, fmt=fmt, fill=None)
    ds["tas"].setncattr("missing_value", np.float32(1e20))
    ds.FieldType, ds.DX = np.int32(104), np.float32(3000)
    ds.close()


@kind
def classic_cdf1(p): classic(p, "NETCDF3_CLASSIC")
@kind
def classic_cdf2(p): classic(p, "NETCDF3_64BIT_OFFSET")
@kind
def classic_cdf5(p): classic(p, "NETCDF3_64BIT_DATA")
@kind
def classic_both_fills(p): nc4(p, fmt="NETCDF3_CLASSIC", attrs={"missing_value": np.float32(1e20)}).close()


@kind
def classic_one_odd_record_variable(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w", format="NETCDF3_CLASSIC")
    ds.createDimension("time", None)
    ds.createDimension("x", 3)
    v = ds.createVariable("v", "i1", ("time", "x"))
    v[:] = np.arange(21).reshape(7, 3)
    ds.createVariable("f", "i2", ("x",))[:] = [0, 1, 2]
    ds.close()


@kind
def classic_two_odd_record_variables(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w", format="NETCDF3_CLASSIC")
    ds.createDimension("time", None)
    ds.createDimension("x", 3)
    ds.createVariable("v", "i1", ("time", "x"))[:] = np.arange(21).reshape(7, 3)
    ds.createVariable("w", "i2", ("time",))[:] = np.arange(7)
    ds.close()


@kind
def classic_short_record(p):
    classic_two_odd_record_variables(p)
    os.truncate(p, os.path.getsize(p) - 3)


@kind
def classic_streaming(p):
    classic_two_odd_record_variables(p)
    with open(p, "r+b") as f:
        f.seek(4)
        f.write(b"\xff\xff\xff\xff")


@kind
def classic_no_records(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w", format="NETCDF3_CLASSIC")
    ds.createDimension("time", None)
    ds.createVariable("v", "f4", ("time",))
    ds.createVariable("x", "f4", ())[...] = 3
    ds.close()


@kind
def classic_cdf5_integers(p):
    import netCDF4
    ds = netCDF4.Dataset(p, "w", format="NETCDF3_64BIT_DATA")
    ds.createDimension("n", 3)
    for d in ("u1", "u2", "u4", "i8", "u8"):
        v = ds.createVariable(d, d, ("n",))
        v[:] = np.array([0, 7, np.iinfo(d).max - 5], d)
        v.setncattr("most", np.array([np.iinfo(d).max - 5], d)[0])
    ds.close()


def h5(path, libver, data=None, maxshape=(None, 8, 10), chunks=(2, 8, 10), dims=True, **kw):
    import h5py
    with h5py.File(path, "w", libver=libver) as f:
        d = f.create_dataset("tas", data=cube() if data is None else data, maxshape=maxshape, chunks=chunks, **kw)
        d.attrs["units"] = "K"
        if dims:
            for i, (n, k) in enumerate((("time", 12), ("lat", 8), ("lon", 10))):
                s = f.create_dataset(n, data=np.arange(k) * 1.0)
                s.make_scale(n)
                d.dims[i].attach_scale(s)


LIBVERS = {"default": None, "v108": ("v108", "v108"), "v110": ("v110", "v110"), "latest": "latest"}
FORMS = {
    "chunked": dict(),
    "gzip": dict(compression="gzip", shuffle=True, fletcher32=True),
    "single": dict(maxshape=None, chunks=(12, 8, 10)),
    "single_gzip": dict(maxshape=None, chunks=(12, 8, 10), compression="gzip"),
    "fixed": dict(maxshape=None, chunks=(5, 3, 4)),
    "fixed_gzip": dict(maxshape=None, chunks=(5, 3, 4), compression="gzip"),
    "limited": dict(maxshape=(40, 16, 10), chunks=(5, 3, 4)),
    "btree": dict(maxshape=(None, None, 10), chunks=(5, 3, 4)),
    "btree_gzip": dict(maxshape=(None, None, 10), chunks=(1, 1, 1), compression="gzip"),
    "contiguous": dict(maxshape=None, chunks=None),
}
for lib, libver in LIBVERS.items():
    for form, kw in FORMS.items():
        def make(p, libver=libver, kw=kw):
            h5(p, libver, **kw)
        KINDS[f"h5py_{lib}_{form}"] = make


@kind
def h5py_latest_implicit(p):
    import h5py
    with h5py.File(p, "w", libver="latest") as f:
        dcpl = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        dcpl.set_chunk((3, 4))
        dcpl.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
        s = h5py.h5s.create_simple((7, 9))
        d = h5py.h5d.create(f.id, b"v", h5py.h5t.IEEE_F32LE, s, dcpl)
        d.write(h5py.h5s.ALL, h5py.h5s.ALL, cube((7, 9)))


@kind
def h5py_latest_large_fixed(p):
    import h5py
    with h5py.File(p, "w", libver="latest") as f:
        d = f.create_dataset("v", (5000,), "i2", chunks=(2,), compression="gzip", fillvalue=0)
        d[100:200] = np.arange(100)
        d[4000:5000] = np.arange(1000)


@kind
def h5py_latest_large_extensible(p):
    import h5py
    with h5py.File(p, "w", libver="latest") as f:
        d = f.create_dataset("v", (40000,), "i2", chunks=(2,), maxshape=(None,))
        d[:] = np.arange(40000)
        e = f.create_dataset("w", (3, 9000), "i2", chunks=(1, 2), maxshape=(3, None), compression="gzip")
        e[:, 0:3000] = np.arange(9000).reshape(3, 3000)
        e[:, 8000:] = 7


@kind
def h5py_latest_unfiltered_edges(p):
    import h5py
    with h5py.File(p, "w", libver="latest") as f:
        dcpl = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        dcpl.set_chunk((5, 5))
        dcpl.set_deflate(4)
        dcpl.set_shuffle()
        if not hasattr(dcpl, "set_chunk_opts"):
            print("h5py cannot set the flag of edges")
        else:
            dcpl.set_chunk_opts(2)
        s = h5py.h5s.create_simple((7, 9))
        d = h5py.h5d.create(f.id, b"v", h5py.h5t.IEEE_F32LE, s, dcpl)
        d.write(h5py.h5s.ALL, h5py.h5s.ALL, cube((7, 9)))


@kind
def h5py_masks(p):
    import h5py, zlib
    with h5py.File(p, "w") as f:
        d = f.create_dataset("v", (30,), "<f4", chunks=(10,), shuffle=True, compression="gzip")
        v = np.arange(30, dtype="<f4")
        d[0:10] = v[0:10]
        d.id.write_direct_chunk((10,), v[10:20].tobytes(), 3)
        d.id.write_direct_chunk((20,), zlib.compress(v[20:30].tobytes()), 1)


@kind
def h5py_compact(p):
    import h5py
    with h5py.File(p, "w") as f:
        dcpl = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        dcpl.set_layout(h5py.h5d.COMPACT)
        d = h5py.h5d.create(f.id, b"v", h5py.h5t.IEEE_F64LE, h5py.h5s.create_simple((2, 3)), dcpl)
        d.write(h5py.h5s.ALL, h5py.h5s.ALL, np.arange(6.0).reshape(2, 3))


@kind
def h5py_other_fill(p):
    import h5py
    with h5py.File(p, "w") as f:
        a = f.create_dataset("a", (20,), "i4", chunks=(5,), fillvalue=7)
        a[0:5] = range(5)
        a.attrs["_FillValue"] = np.int32(-999)
        b = f.create_dataset("b", (20,), "f4", chunks=(5,))
        b[0:5] = range(5)
        b.attrs["_FillValue"] = np.float32(1)
        c = f.create_dataset("c", (20,), "f4", chunks=(5,), fillvalue=3, compression="gzip")
        c[0:5] = range(5)


@kind
def h5py_lzf(p): h5(p, None, compression="lzf")
@kind
def h5py_scaleoffset(p): h5(p, None, scaleoffset=2)


@kind
def h5py_user_block(p):
    import h5py
    with h5py.File(p, "w", userblock_size=1024) as f:
        f["v"] = cube((4, 5))
        f.create_dataset("w", data=np.arange(100), chunks=(10,), compression="gzip")
        f.create_dataset("nothing", (5,), "f4")
        f.attrs["units"] = "K"


@kind
def h5py_texts(p):
    import h5py
    with h5py.File(p, "w") as f:
        f["fixed"] = np.array([b"abc", b"de", b""])
        f["any"] = np.array(["one", "two", "Zürich"], object)
        f.attrs["vlen"] = "text"
        f.attrs["fixed"] = np.bytes_("text")
        f.attrs["several"] = ["a", "bc"]
        f["flag"] = np.array([True, False, True])


@kind
def h5py_dense(p):
    import h5py
    with h5py.File(p, "w", libver="latest", track_order=True) as f:
        for i in range(200):
            f[f"v{i:03}"] = np.arange(i % 7 + 1)
        g = f.create_group("many")
        for i in range(2000):
            g.attrs[f"attribute_{i}"] = i
        g.attrs["text"] = "x" * 5000


@kind
def h5py_external_and_soft(p):
    import h5py
    with h5py.File(p, "w") as f:
        f["v"] = np.arange(3)
        f["soft"] = h5py.SoftLink("/v")


@kind
def h5py_virtual(p):
    import h5py
    with h5py.File(p + ".source", "w") as f:
        f["d"] = np.arange(4)
    with h5py.File(p, "w", libver="latest") as f:
        layout = h5py.VirtualLayout((4,), "i8")
        layout[:] = h5py.VirtualSource(p + ".source", "d", (4,))
        f.create_virtual_dataset("v", layout)


@kind
def h5py_named_type(p):
    import h5py
    with h5py.File(p, "w") as f:
        f["type"] = np.dtype("<f8")
        f.create_dataset("v", data=np.arange(3.0), dtype=f["type"])
        f["v"].attrs.create("a", 3.0, dtype=f["type"])


@kind
def h5py_no_scales(p):
    import h5py
    with h5py.File(p, "w") as f:
        f["a"] = cube((3, 4))
        f["b"] = cube((4, 3, 3))
        f.create_group("g")["c"] = cube((4,))


@kind
def h5py_paged(p):
    import h5py
    with h5py.File(p, "w", fs_strategy="page", fs_page_size=4096) as f:
        f.create_dataset("v", data=cube((20, 30)), chunks=(5, 5), compression="gzip")


@kind
def h5netcdf_default(p):
    import h5netcdf
    with h5netcdf.File(p, "w") as f:
        f.dimensions = {"x": 5, "t": None}
        v = f.create_variable("x", ("x",), "f8")
        v[:] = np.arange(5)
        f.resize_dimension("t", 3)
        w = f.create_variable("w", ("t", "x"), "f4", fillvalue=-1.0)
        w[:] = cube((3, 5))
        f.create_group("g").create_variable("u", ("x",), "i4")[:] = range(5)


@kind
def xarray_h5netcdf(p):
    import xarray as xr, pandas as pd
    ds = xr.Dataset({"tas": (("time", "x"), cube((5, 4)))}, {"time": pd.date_range("2000", periods=5), "x": [0, 1, 2, 3], "s": 4})
    ds.to_netcdf(p, engine="h5netcdf", encoding={"tas": {"zlib": True}})


def run(*words):
    program = shutil.which(words[0])
    if program is None:
        raise FileNotFoundError(words[0])
    subprocess.run([program, *words[1:]], check=True, stdout=subprocess.DEVNULL)


def after(name, source, *words):
    """A file of a program: '{i}' is a file of the kind 'source', '{o}' the new file."""
    def make(p):
        i = p + ".in"
        KINDS[source](i)
        run(*[w.format(i=i, o=p) for w in words])
        os.remove(i)
    KINDS[name] = make


after("nccopy_nc4", "classic_cdf1", "nccopy", "-k", "nc4", "-d", "2", "-s", "{i}", "{o}")
after("nccopy_chunks", "netcdf4_default", "nccopy", "-c", "time/3,lat/4,lon/5", "{i}", "{o}")
after("nccopy_cdf5", "netcdf4_default", "nccopy", "-k", "cdf5", "{i}", "{o}")
after("h5repack_latest", "netcdf4_shuffle", "h5repack", "-L", "{i}", "{o}")
after("h5repack_paged", "netcdf4_shuffle", "h5repack", "-S", "PAGE", "-G", "4096", "{i}", "{o}")
after("h5repack_gzip", "netcdf4_default", "h5repack", "-f", "SHUF", "-f", "GZIP=4", "-f", "FLET", "{i}", "{o}")
after("ncks_deflate", "netcdf4_default", "ncks", "-4", "-L", "2", "{i}", "{o}")
after("ncks_classic", "netcdf4_default", "ncks", "-3", "{i}", "{o}")
after("ncrename_phantom", "netcdf4_default", "ncrename", "-d", "lat,y", "{i}", "{o}")
after("cdo_nc4", "netcdf4_default", "cdo", "-s", "-f", "nc4", "-z", "zip_3", "copy", "{i}", "{o}")
after("cdo_nc2", "netcdf4_default", "cdo", "-s", "-f", "nc2", "copy", "{i}", "{o}")


@kind
def cmip7repack(p):
    nc4(p, zlib=True, shuffle=False, complevel=1, chunksizes=(1, 8, 10)).close()
    run("cmip7repack", "-o", p)


if __name__ == "__main__":
    directory = sys.argv[1]
    if len(sys.argv) == 4 and sys.argv[2] == "--one":
        KINDS[sys.argv[3]](os.path.join(directory, sys.argv[3] + ".nc"))
        sys.exit(0)
    os.makedirs(directory, exist_ok=True)
    for name in sys.argv[2:] or KINDS:
        made = subprocess.run([sys.executable, __file__, directory, "--one", name], capture_output=True, text=True)
        if made.returncode:
            print(f"{name}: not made: {made.stderr.strip().splitlines()[-1][:150]}")
            path = os.path.join(directory, name + ".nc")
            if os.path.exists(path):
                os.remove(path)
