#!/bin/sh
# Asks s3proxy to delete an object only if it still has an ETag that it no longer has.
#
# Software: s3proxy 3.1.0 (org.gaul:s3proxy of Maven Central, over a local directory), with Jackson 2.21.2.
# Most expect: 412 for a DELETE whose If-Match names another ETag, as Amazon S3, MinIO, versitygw and rclone answer; the object stays.
# Seen: 204, and the object is gone. A client that deletes what it saw before deletes what another program wrote since.
# Source: seen from outside.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill $pid; rm -rf "$place"' EXIT
cd "$place"
cat > pom.xml <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>
<dependencyManagement><dependencies><dependency><groupId>com.fasterxml.jackson</groupId><artifactId>jackson-bom</artifactId><version>2.21.2</version><type>pom</type><scope>import</scope></dependency></dependencies></dependencyManagement>
<dependencies><dependency><groupId>org.gaul</groupId><artifactId>s3proxy</artifactId><version>3.1.0</version></dependency></dependencies></project>
POM
mvn -q dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory=lib
mkdir data
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat > conf <<CONF
s3proxy.endpoint=http://127.0.0.1:$port
s3proxy.authorization=none
jclouds.provider=filesystem-nio2
jclouds.identity=x
jclouds.credential=x
jclouds.filesystem.basedir=$place/data
CONF
java -cp 'lib/*' org.gaul.s3proxy.Main --properties conf > log 2>&1 &
pid=$!
at=http://127.0.0.1:$port/climate
until curl -s -o bucket -X PUT "$at"; do sleep 0.5; done
curl -s -o put -T pom.xml "$at/tas.nc"
before=$(curl -s -o head -I -w '%{http_code}' "$at/tas.nc")
answer=$(curl -s -o deleted -w '%{http_code}' -X DELETE -H 'If-Match: "00000000000000000000000000000000"' "$at/tas.nc")
after=$(curl -s -o head -I -w '%{http_code}' "$at/tas.nc")
echo "HEAD: $before; DELETE with If-Match of another ETag: $answer; HEAD: $after"
[ "$before $answer $after" = '200 204 404' ]
