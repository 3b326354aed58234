#!/bin/sh
# Fetches a file without TLS through a proxy that wants a login, with a wrong password for the proxy.
#
# Software: tinyproxy 1.11.1 of Debian 12, curl.
# Most expect: 407 and Proxy-Authenticate, as without a password: RFC 9110 (11.7.1) has them for what a proxy wants of its client.
# Seen: 407 only where no login is sent. A wrong one is answered with 401 and WWW-Authenticate, the words of the server behind it. Who fetches
#       from a data node takes its own login there for refused: wget and download scripts ask for another password of the archive, or stop
#       asking that node, and the node was never asked.
# Source: observed while a mover asked data nodes through it.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
pids=
trap '[ -z "$pids" ] || kill $pids; rm -rf "$place"' EXIT
cd "$place"
chmod 711 .
apt-get download -qq tinyproxy-bin='1.11.1-2.1+deb12u1' > download.log 2>&1 || { cat download.log; exit 2; }
dpkg -x tinyproxy-bin_*.deb tools
tools/usr/bin/tinyproxy -v || exit 2
command -v curl > /dev/null || exit 2
free() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
node=$(free)
proxy=$(free)
mkdir archive
printf 'CDF\001' > archive/tas.nc
python3 -m http.server --directory archive --bind 127.0.0.1 "$node" 2> node.log &
pids=$!
printf 'Port %s\nListen 127.0.0.1\nTimeout 60\nMaxClients 10\nBasicAuth ann right\n' "$proxy" > tinyproxy.conf
tools/usr/bin/tinyproxy -d -c tinyproxy.conf > proxy.log 2>&1 &
pids="$pids $!"
ask() { # ask [LOGIN@]: status and the field that asks for a login
  curl -s -o /dev/null -D - --max-time 10 --noproxy '' -x "http://${1}127.0.0.1:$proxy" "http://127.0.0.1:$node/tas.nc" |
    tr -d '\r' | sed -n '1s/^[^ ]* \([0-9]*\).*/\1/p; s/^\([A-Za-z-]*[Aa]uthenticate\):.*/\1/p' | tr '\n' ' '
}
until [ "$(ask ann:right@)" = '200 ' ]; do sleep 0.2; done
asked=$(wc -l < node.log)
none=$(ask '')
wrong=$(ask ann:wrong@)
echo "without a login: $none"
echo "with a wrong one: $wrong"
echo "requests that came to the data node meanwhile: $(($(wc -l < node.log) - asked))"
[ "$none" = '407 Proxy-Authenticate ' ] && [ "$wrong" = '401 WWW-Authenticate ' ] && [ "$(wc -l < node.log)" = "$asked" ]
