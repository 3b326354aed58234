#!/bin/sh
# Lists a directory with one name that is not UTF-8 as JSON, by nginx.
#
# Software: nginx 1.22.1 of Debian 12, autoindex_format json.
# Most expect: JSON, which is UTF-8 (RFC 8259, section 8.1), whatever the names are.
# Seen: the bytes of the name stand in the document as they are. It is no JSON then: Python's json and others refuse all of the listing because of
#       one name. The HTML listing of the same directory can be read, since its links are percent-encoded.
# Source: observed alone.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid"; rm -rf "$place"' EXIT
cd "$place"
apt-get download -qq nginx='1.22.1-9+deb12u11' > download.log 2>&1 || { cat download.log; exit 2; }
dpkg -x nginx_*.deb tools
mkdir tree temp
echo a > tree/plain.nc
echo b > "tree/$(printf 'f\351vrier.nc')" # Latin-1
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat > nginx.conf << END
daemon off; master_process off; pid $place/pid; error_log stderr; events {}
http { access_log off; client_body_temp_path temp; proxy_temp_path temp; fastcgi_temp_path temp; uwsgi_temp_path temp; scgi_temp_path temp;
server { listen 127.0.0.1:$port; root $place/tree; autoindex on; autoindex_format json; } }
END
tools/usr/sbin/nginx -p "$place" -c "$place/nginx.conf" 2> nginx.log &
pid=$!
until curl -s -o listing "http://127.0.0.1:$port/"; do sleep 0.2; done
cat -v listing
echo
python3 - << 'END'
import json, sys
try:
    json.load(open("listing", "rb"))
    print("it is JSON")
    sys.exit(1)
except UnicodeDecodeError as e:
    print("not JSON:", e)
END
