#!/bin/sh
# Writes references as Parquet with fsspec itself, leaves out a chunk that was never written, and reads both chunks with zarr.
#
# Software: kerchunk 0.2.10, fsspec 2026.9.0, pandas 3.1.1, pyarrow 26.0.1, fastparquet 2026.9.0, zarr 3.1.6.
# Most expect: the fill value, as with references as JSON, where a set has no reference to a chunk.
# Seen: TypeError: argument of type 'float' is not iterable. pandas 3 shows a missing text as nan where pyarrow is installed, and fsspec looks for None.
# For a mover: Parquet references of a variable with chunks that were never written cannot be read. Such sets have to be JSON.
# Source: observed.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install kerchunk==0.2.10 fsspec==2026.9.0 pandas==3.1.1 pyarrow==26.0.1 fastparquet==2026.9.0 zarr==3.1.6
cd "$place"
cat > look.py <<'PY'
import json, sys, warnings
import fsspec, numpy, pandas, zarr
from fsspec.implementations.reference import LazyReferenceMapper
warnings.simplefilter("ignore")
numpy.arange(2.0).tofile("data")
refs = LazyReferenceMapper.create("refs.parq", record_size=10)
refs[".zgroup"] = json.dumps({"zarr_format": 2})
refs["v/.zarray"] = json.dumps(dict(zarr_format=2, shape=[4], chunks=[2], dtype="<f8", compressor=None, filters=None, fill_value=-1.0, order="C"))
refs["v/0"] = ["data", 0, 16]
refs.flush()
fs = fsspec.filesystem("reference", fo="refs.parq", asynchronous=True, remote_protocol="file", remote_options={"asynchronous": True})
v = zarr.open_group(zarr.storage.FsspecStore(fs), mode="r", zarr_format=2)["v"]
print("pandas", pandas.__version__, "first chunk", v[:2])
try:
    print("second chunk, which was never written:", v[2:])
    sys.exit(1)
except TypeError as error:
    print("second chunk, which was never written: TypeError:", error)
PY
"$place/venv/bin/python" look.py
