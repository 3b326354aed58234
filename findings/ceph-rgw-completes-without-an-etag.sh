#!/bin/bash
# Completes an upload of one part at a Ceph RADOS gateway, and reads the result.
#
# Software: ceph-mon, ceph-osd, radosgw, ceph-common 16.2.15 of Debian 12, which must be installed: one monitor and one OSD in memory; boto3 1.43.11.
# Most expect: the result of CompleteMultipartUpload tells the ETag of the object, as the protocol says and as every other store does.
# Seen: 200 and a whole result with <ETag></ETag>. HEAD tells the right one: the MD5 of the MD5s of the parts, and their number. A client that takes
#       a result without an ETag for none cannot write a file of parts; one that compares it finds another object.
# Exit: 0 seen as described, 1 it behaves otherwise now, 77 the packages are not installed.
set -eu
for each in ceph-mon ceph-osd radosgw radosgw-admin ceph-authtool; do
    command -v $each > /dev/null || { echo "$each is not installed" >&2; exit 77; }
done
place=$(mktemp -d)
pids=
trap 'kill $pids 2> /dev/null || true; wait; rm -rf "$place"' EXIT
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install boto3==1.43.11
cd "$place"
mkdir mon osd rgw run
mon_port=$(free_port)
port=$(free_port)
cluster=$(cat /proc/sys/kernel/random/uuid)
cat > ceph.conf << END
[global]
fsid = $cluster
mon host = 127.0.0.1:$mon_port
public addr = 127.0.0.1
cluster addr = 127.0.0.1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 1073741824
run dir = $place/run
admin socket = $place/run/\$name.asok
log file = $place/\$name.log
mon data = $place/mon
osd data = $place/osd
keyring = $place/keyring
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:$port
rgw data = $place/rgw
END
create=--create-keyring
for name in mon. client.admin client.rgw osd.0; do
    ceph-authtool $create keyring --gen-key -n $name --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *' > /dev/null
    create=
done
monmaptool --create --add a "127.0.0.1:$mon_port" --fsid "$cluster" monmap > /dev/null
ceph-mon -c ceph.conf --mkfs -i a --monmap monmap --keyring keyring
ceph-mon -c ceph.conf -i a -f > mon.out 2>&1 &
pids="$pids $!"
until timeout 5 ceph -c ceph.conf -s > /dev/null 2>&1; do sleep 0.5; done
printf '{"cephx_secret": "%s"}' "$(ceph-authtool -p -n osd.0 keyring)" > secret.json
ceph -c ceph.conf auth del osd.0 > /dev/null 2>&1 || true
osd_id=$(cat /proc/sys/kernel/random/uuid)
number=$(ceph -c ceph.conf osd new "$osd_id" -i secret.json)
ceph-osd -c ceph.conf -i "$number" --mkfs --osd-uuid "$osd_id" > osd.mkfs 2>&1
ceph-osd -c ceph.conf -i "$number" -f > osd.out 2>&1 &
pids="$pids $!"
until timeout 5 ceph -c ceph.conf osd stat 2> /dev/null | grep -q '1 up'; do sleep 0.5; done
timeout 100 radosgw-admin -c ceph.conf user create --uid some --display-name some --access-key someaccesskey \
    --secret-key somesecretkey > user.json 2> user.err
radosgw -c ceph.conf -n client.rgw -f > rgw.out 2>&1 &
pids="$pids $!"
until curl -s --noproxy '*' "http://127.0.0.1:$port/" > first; do sleep 0.5; done
cat > asked.py << END
import boto3
from botocore.config import Config

store = boto3.client("s3", endpoint_url="http://127.0.0.1:$port", aws_access_key_id="someaccesskey", aws_secret_access_key="somesecretkey",
                     region_name="us-east-1", config=Config(s3={"addressing_style": "path"}, proxies={}, request_checksum_calculation="when_required"))
where = {"Bucket": "bucket", "Key": "a.nc"}
store.create_bucket(Bucket="bucket")
store.meta.events.register("after-call.s3.CompleteMultipartUpload", lambda http_response, **_: print(http_response.status_code, http_response.content.decode()))
upload = store.create_multipart_upload(**where)["UploadId"]
etag = store.upload_part(**where, UploadId=upload, PartNumber=1, Body=b"bytes")["ETag"]
store.complete_multipart_upload(**where, UploadId=upload, MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": etag}]})
print("HEAD", store.head_object(**where)["ETag"])
END
venv/bin/python asked.py | tee seen
grep -q '^200 .*<ETag></ETag>' seen && grep -q '^HEAD "[0-9a-f]*-1"' seen
