#!/bin/sh
# Reads a byte range over HTTP with fsspec from a server that does not serve ranges (valid: RFC 9110, 14.2, lets a server ignore Range).
#
# Software: fsspec 2026.9.0 with aiohttp 3.14.5; http.server of Python, which ignores Range and answers 200.
# Most expect: the ten bytes that were asked for, or an error, as fs.open(..).seek(..) gives.
# Seen: cat_file, cat_ranges and the reference file system (what kerchunk and Zarr read through) return the WHOLE file from byte 0, without an
#       error, so a reader decodes the beginning of the file as if it were the chunk at offset 100.
# Source: fsspec/implementations/http.py, _cat_file: sets Range, and does not look for 206.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install fsspec==2026.9.0 aiohttp==3.14.5
cd "$place"
cat > look.py <<'PY'
import functools, http.server, pathlib, sys, threading
import fsspec

pathlib.Path("www").mkdir()
pathlib.Path("www/tas.nc").write_bytes(b"CDF\x01" + bytes(range(4, 256)) * 4)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory="www"))
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/tas.nc"
whole = pathlib.Path("www/tas.nc").read_bytes()
http_files = fsspec.filesystem("http")
chunk = fsspec.filesystem("reference", fo={"version": 1, "refs": {"tas/0": [url, 100, 10]}}, remote_protocol="http").cat("tas/0")
seen = {
    "cat_file": http_files.cat_file(url, start=100, end=110),
    "cat_ranges": http_files.cat_ranges([url], [100], [110])[0],
    "reference": chunk,
}
try:
    with http_files.open(url, block_size=16) as file:
        file.seek(100)
        file.read(10)
    opened = "no error"
except ValueError as error:
    opened = type(error).__name__
for name, data in seen.items():
    print(f"{name}: asked for 10 bytes at 100, got {len(data)} bytes that begin with {data[:4]!r}")
print(f"open and seek: {opened}")
sys.exit(0 if all(data == whole for data in seen.values()) and opened == "ValueError" else 1)
PY
"$place/venv/bin/python" look.py
