#!/bin/sh
# Reads, with the command of FTS, a job in a file that asks for the checksums to be verified.
#
# Software: fts3 3.14.2 (fts-rest-transfer-submit), with M2Crypto 0.38.0 of Debian 12.
# Most expect: the params of the file hold, where no option says otherwise; the files of it have checksums to compare.
# Seen: "verify_checksum": "target" of the file becomes "n" (none), and what was transferred is not compared. With '--checksum-mode target' it
#       is "t". The checksums of the files are sent either way. "overwrite" is replaced by the option, too.
# Source: fts3/cli/jobsubmitter.py lets options that were not given take the place of the params of the file, with their defaults.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download -qq python3-m2crypto=0.38.0-4+b1 > download.log 2>&1 || { cat download.log; exit 2; }
dpkg -x python3-m2crypto_*.deb root
python3 -m venv venv
venv/bin/pip -q install --no-deps fts3==3.14.2
venv/bin/pip -q install pycurl requests setuptools packaging
PYTHONPATH=$place/root/usr/lib/python3/dist-packages
export PYTHONPATH
venv/bin/python -c 'import fts3, M2Crypto' 2> import.log || { cat import.log; exit 2; }
cat > job.json << 'JOB'
{"files": [{"sources": ["https://a.example.org/a.nc"], "destinations": ["https://b.example.org/a.nc"], "checksum": "MD5:900150983cd24fb0d6963f7d28e17f72"}],
 "params": {"verify_checksum": "target", "overwrite": false}}
JOB
cat > read.py << 'PY'
import sys
from fts3.cli.jobsubmitter import JobSubmitter
submitter = JobSubmitter()
submitter.options, _ = submitter.opt_parser.parse_args(["-s", "https://fts.example.org:8446", "-f", "job.json"] + sys.argv[1:])
submitter.checksum = None
submitter._prepare_options()
print(submitter.params["verify_checksum"])
PY
plain=$(venv/bin/python read.py)
asked=$(venv/bin/python read.py --checksum-mode target)
echo "verify_checksum target in the file: $plain is sent; with --checksum-mode target: $asked"
[ "$plain" = n ] && [ "$asked" = t ]
