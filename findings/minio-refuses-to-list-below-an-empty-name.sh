#!/bin/sh
# Lists keys that begin with 'd//' and with 'd/./' at MinIO.
#
# Software: MinIO of 2026-02-12 (Go module github.com/minio/minio v0.0.0-20260212201848-7aac2a2c5b7c), one drive. Needs Go; builds for up to 15 minutes.
# Most expect: an empty list: a prefix is a beginning of keys and names nothing, and no key begins so. Ceph RGW, Swift and versitygw answer that.
# Seen: 400 XMinioInvalidObjectName and 400 XMinioInvalidResourceName; 200 for 'd/x/'. A client that asks whether anything lies below a name takes
#       the store for broken.
# Exit: 0 seen as described, 1 it behaves otherwise now, 77 Go is not installed.
set -eu
command -v go > /dev/null || { echo "go is not installed" >&2; exit 77; }
place=$(mktemp -d)
pids=
trap 'kill $pids 2>/dev/null || true; wait; rm -rf "$place"' EXIT
GOBIN="$place/bin" GOFLAGS=-mod=mod go install github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c
cd "$place"
mkdir -p data/bucket
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
HOME=$place MINIO_ROOT_USER=someaccesskey MINIO_ROOT_PASSWORD=somesecretkey MINIO_BROWSER=off bin/minio server --address "127.0.0.1:$port" data > log 2>&1 &
pids=$!
until curl -s --noproxy '*' "http://127.0.0.1:$port/minio/health/ready" > first && curl -s -o /dev/null --noproxy '*' -f "http://127.0.0.1:$port/minio/health/ready"; do sleep 0.5; done
asked() {
    curl -s --noproxy '*' -w ' %{http_code}' --aws-sigv4 aws:amz:us-east-1:s3 --user someaccesskey:somesecretkey \
        -H "x-amz-content-sha256: $(printf '' | sha256sum | cut -d' ' -f1)" "http://127.0.0.1:$port/bucket?list-type=2&prefix=$1"
}
for prefix in d%2F%2F d%2F.%2F d%2Fx%2F; do
    asked $prefix > "answer-$prefix"
    cat "answer-$prefix"
    echo
done
grep -q 'XMinioInvalidObjectName.* 400$' answer-d%2F%2F && grep -q 'XMinioInvalidResourceName.* 400$' answer-d%2F.%2F && grep -q ' 200$' answer-d%2Fx%2F
