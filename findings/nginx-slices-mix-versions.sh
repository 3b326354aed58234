#!/bin/sh
# Puts nginx with the slice module, which is made for caching large files, before a data node that sends Last-Modified and no ETag, as THREDDS does.
# Reads the beginning of a file, replaces the file at the node by a newer one of the same size, and fetches it whole.
#
# Software: nginx 1.22.1 of Debian 12 (nginx-light), a node of 20 lines in Python.
# Most expect: the slices of one answer are of one version, or the answer is cut off with an error. So it is for a node with ETags.
# Seen: 200, the full length, the Last-Modified of the OLD file, the first slice of the old file and the others of the new one. nginx compares the ETags
#       of slices; where there are none it compares nothing, though each slice came with another Last-Modified. The client cannot see it:
#       one request, one length, one date, which belongs to the old file.
# For a mover: fetching a file in one request does not help against it. Only a digest of the publisher does.
# Source: nginx, ngx_http_slice_filter_module.c: "etag mismatch in slice response", and no such line for Last-Modified.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
pids=
trap '[ -z "$pids" ] || kill $pids; rm -rf "$place"' EXIT
cd "$place"
mkdir packages tools
chmod 711 .
needed=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances nginx-light |
  grep '^[a-z0-9]' | grep -v -e '^libc6' -e '^libgcc' -e '^libstdc' -e '^perl' -e '^python' -e '^systemd' -e ':' | sort -u)
(cd packages && apt-get download -qq $needed nginx-light=1.22.1-9+deb12u11 > ../download.log 2>&1) || { cat download.log; exit 2; }
for package in packages/*.deb; do dpkg -x "$package" tools; done
[ -x tools/usr/sbin/nginx ] || exit 2
cat > node.py <<'PY'
import email.utils, http.server, os, re, sys


class Node(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        with open("tas.nc", "rb") as file:
            data, time = file.read(), os.fstat(file.fileno()).st_mtime
        asked = re.match(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        self.send_response(206 if asked else 200)
        self.send_header("Last-Modified", email.utils.formatdate(time, usegmt=True))
        if sys.argv[1] == "etag":
            self.send_header("ETag", f'"{time:.0f}"')
        if asked:
            first, last = int(asked[1]), min(int(asked[2] or len(data)), len(data) - 1)
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(data)}")
            data = data[first : last + 1]
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Node)
print(server.server_port, flush=True)
server.serve_forever()
PY
libraries=$(find "$place/tools/usr/lib" "$place/tools/lib" -name '*.so*' -printf '%h\n' 2> /dev/null | sort -u | tr '\n' ':')
file() { # file LETTER DATE: 300,000 bytes as tas.nc
  head -c 300000 /dev/zero | tr '\0' "$1" > next
  touch -d "$2" next
  mv next tas.nc
}
look() { # look none|etag: what comes through the cache after the file was replaced
  rm -rf cache port
  file A 2020-01-01
  python3 node.py "$1" > port &
  pids=$!
  until [ -s port ]; do sleep 0.2; done
  cached=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  cat > nginx.conf <<CONF
daemon off; master_process off; error_log error.log; pid nginx.pid;
events { }
http {
  access_log off; client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;
  proxy_cache_path cache keys_zone=c:1m;
  server {
    listen 127.0.0.1:$cached;
    location / {
      slice 100000; proxy_cache c; proxy_cache_key \$uri\$slice_range; proxy_set_header Range \$slice_range;
      proxy_http_version 1.1; proxy_cache_valid 200 206 1h; proxy_pass http://127.0.0.1:$(cat port);
    }
  }
}
CONF
  LD_LIBRARY_PATH="$libraries" tools/usr/sbin/nginx -p "$place" -c nginx.conf 2> start.log &
  pids="$pids $!"
  until curl -sf -r 0-9 -o part "http://127.0.0.1:$cached/tas.nc"; do sleep 0.2; done
  file B 2021-01-01
  code=0
  curl -s -D head -o whole "http://127.0.0.1:$cached/tas.nc" || code=$?
  kill $pids
  pids=
  date=$(tr -d '\r' < head | sed -n 's/^Last-Modified: //p')
  echo "exit code $code, $(tr -dc A < whole | wc -c) bytes of the old file, $(tr -dc B < whole | wc -c) of the new one, $date"
}
without=$(look none)
with=$(look etag)
echo "node without ETag: $without"
echo "node with ETag:    $with"
[ "$without" = 'exit code 0, 100000 bytes of the old file, 200000 of the new one, Wed, 01 Jan 2020 00:00:00 GMT' ] &&
  [ "${with#exit code 0}" = "$with" ]
