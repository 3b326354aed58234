#!/bin/sh
# Reads one value of a NetCDF-4 file over HTTP through the block cache of fsspec, as notebooks do with large files, lets the data node replace the file
# by another version, and reads all values in a new process, with the default options and with check_files=True.
#
# Software: fsspec 2026.9.0 with aiohttp 3.14.5, h5py 3.16.0; a node that sends ETag and Last-Modified and serves ranges.
# Most expect: the new version; with the default, for a week at most, the old one; with check_files=True the new one in any case.
# Seen: both versions in one array (280 and 300), with the default and with check_files=True. Blocks that were read before are taken from the cache and
#       the others from the node, without If-Range. What check_files compares over HTTP is made of the address alone, so nothing
#       ever changes: with it filecache shows the old version for ever.
# For a mover: who reads a served export this way needs another address for each version. A directory vYYYYMMDD is one.
# Source: fsspec/implementations/http.py, ukey: tokenize(url, ..); fsspec/implementations/cached.py, CachingFileSystem.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install fsspec==2026.9.0 aiohttp==3.14.5 h5py==3.16.0
cd "$place"
cat > look.py <<'PY'
import email.utils, http.server, os, re, subprocess, sys, threading
import h5py, numpy


class Node(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.answer(False)

    def do_GET(self):
        self.answer(True)

    def answer(self, with_body):
        with open("tas.nc", "rb") as file:
            data, time = file.read(), os.fstat(file.fileno()).st_mtime
        asked = re.match(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        self.send_response(206 if asked else 200)
        if asked:
            first, last = int(asked[1]), min(int(asked[2] or len(data)), len(data) - 1)
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(data)}")
            data = data[first : last + 1]
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("ETag", f'"{time:.0f}"')
        self.send_header("Last-Modified", email.utils.formatdate(time, usegmt=True))
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        try:
            if with_body:
                self.wfile.write(data)
        except OSError:
            self.close_connection = True


READ = """
import sys, fsspec, h5py, numpy
kind, address, check, what = sys.argv[1:]
options = {"cache_storage": kind + check, **({"check_files": True} if check == "check" else {})}
with fsspec.open(kind + "::" + address, **{kind: options}) as opened, h5py.File(opened) as file:
    print(*numpy.unique(file["tas"][0, 0] if what == "one" else file["tas"][:]))
"""


def replace(kelvin, time):
    with h5py.File("next", "w") as file:
        file["tas"] = numpy.full((4, 500_000), kelvin, "f4")
    os.utime("next", (time, time))
    os.replace("next", "tas.nc")


def read(*words):
    return subprocess.run([sys.executable, "-c", READ, *words], check=True, capture_output=True, text=True).stdout.strip()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Node)
threading.Thread(target=server.serve_forever, daemon=True).start()
seen = []
for kind in ("blockcache", "filecache"):
    for check in ("default", "check"):
        address = f"http://127.0.0.1:{server.server_port}/tas.nc"
        replace(280.0, 1.6e9)
        first = read(kind, address, check, "one")
        replace(300.0, 1.7e9)
        seen.append(read(kind, address, check, "all"))
        print(f"{kind}, {check}: first {first}, after the replacement {seen[-1]}")
sys.exit(0 if seen == ["280.0 300.0", "280.0 300.0", "280.0", "280.0"] else 1)
PY
venv/bin/python look.py
