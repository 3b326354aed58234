#!/bin/sh
# Fetches a file whose connection ends after half of the announced Content-Length, as at the restart of a data node, with six download programs.
#
# Software: wget2 1.99.1, axel 2.17.11, lftp 4.9.2, aria2 1.36.0, wget 1.21.3, curl 7.88.1, all of Debian 12.
# Most expect: an exit code that is not 0 from each of them: the server said how many bytes there are.
# Seen: curl ends with 18, wget with 4, lftp and aria2 with 1. wget2 and axel end with 0, with half of the file under its final name, and say
#       nothing with -q. The same where the body is chunked and its last chunk is missing. A script that fetches with wget2, "the successor of
#       wget", and goes on at exit code 0 takes cut files for whole; of classic NetCDF these read as zeros.
# For a mover: what these programs have fetched has to be compared by size and digest before it is registered.
# Source: observed.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid"; rm -rf "$place"' EXIT
cd "$place"
mkdir packages tools
chmod 711 .
wanted='wget2 axel lftp aria2 wget curl'
needed=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances $wanted |
  grep '^[a-z0-9]' | grep -v -e '^libc6' -e '^libgcc' -e '^libstdc' -e '^wget2$' -e '^axel$' -e ':' | sort -u)
(cd packages && apt-get download -qq $needed wget2=1.99.1-2.2 axel=2.17.11-3 > ../download.log 2>&1) || { cat download.log; exit 2; }
for package in packages/*.deb; do dpkg -x "$package" tools; done
cat > node.py <<'PY'
import http.server, sys

DATA = b"CDF\x01" + bytes(99_996)


class Node(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.answer(False)

    def do_GET(self):
        self.answer(True)

    def answer(self, with_body):
        self.send_response(200)
        chunked = "chunked" in self.path
        self.send_header(*(("Transfer-Encoding", "chunked") if chunked else ("Content-Length", str(len(DATA)))))
        self.end_headers()
        if with_body:
            half = DATA[: len(DATA) // 2]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(half), half) if chunked else half)
            self.close_connection = True


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Node)
print(server.server_port, flush=True)
server.serve_forever()
PY
python3 node.py > port &
pid=$!
until [ -s port ]; do sleep 0.2; done
node="http://127.0.0.1:$(cat port)"
libraries=$(find "$place/tools/usr/lib" "$place/tools/lib" -name '*.so*' -printf '%h\n' 2> /dev/null | sort -u | tr '\n' ':')
fetch() { # fetch PROGRAM..: in the environment of the tools; its exit code
  code=0
  PATH="$place/tools/usr/bin:$PATH" LD_LIBRARY_PATH="$libraries" "$@" > log 2>&1 || code=$?
}
seen=
for kind in plain chunked; do
  for program in wget2 axel lftp aria2c wget curl; do
    rm -rf got
    mkdir got
    file="$node/$kind/tas.nc"
    case $program in
      wget2 | wget) fetch "$program" -q -t 1 -O got/tas.nc "$file" ;;
      axel) fetch axel -q -o got/tas.nc "$file" ;;
      lftp) fetch lftp -c "set net:max-retries 1; get $file -o got/tas.nc" ;;
      aria2c) fetch aria2c -q -m 1 -d got -o tas.nc "$file" ;;
      curl) fetch curl -sf -o got/tas.nc "$file" ;;
    esac
    echo "$kind, $program: exit code $code, $(cat got/* 2> /dev/null | wc -c) of 100000 bytes, in $(ls got | tr '\n' ' ')"
    [ "$code" != 0 ] || seen="$seen $kind:$program"
  done
done
[ "$seen" = ' plain:wget2 plain:axel chunked:wget2 chunked:axel' ]
