#!/bin/sh
# Prints what 'esgpull show --yaml --files' prints, into a file, as somebody does who hands the list to another program.
#
# Software: esgpull 0.10.0. 'show' opens the configured ESGF catalog before it looks at the local database, so without a network this runs the
#           function that it prints with (esgpull.tui.UI.print) on one file record, with standard output in a file.
# Most expect: the whole record; YAML that loads and gives what was put in.
# Seen: every line is cut at 80 columns, because the text goes through a highlighter for terminals: addresses, dataset ids and long digests
#       lose their ends, without a mark or a warning, and the result is still valid YAML. '--json' is whole.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install esgpull==0.10.0
export ESGPULL_HOME="$place/home"
cd "$place"
cat > show.py <<'PY'
import pathlib
from esgpull.tui import UI

record = {
    "url": "https://node.example/thredds/fileServer/CMIP6/ScenarioMIP/IPSL/IPSL-CM6A-LR/ssp585/r1i1p1f1/Amon/tas/gr/v20190903/tas_Amon.nc",
    "checksum": "5" * 64,
    "dataset_id": "CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v20190903.with.a.long.suffix",
}
UI(path=pathlib.Path("logs")).print(record, yaml=True)
PY
"$place/venv/bin/python" show.py > shown.yaml
cat > look.py <<'PY'
import sys, yaml

shown = yaml.safe_load(open("shown.yaml"))
for name, value in shown.items():
    print(f"{name}: {value!r}")
longest = max(len(line.rstrip("\n")) for line in open("shown.yaml"))
print("longest line:", longest)
cut = shown["url"].startswith("https://node.example/") and not shown["url"].endswith("tas_Amon.nc")
sys.exit(0 if cut and longest == 80 else 1)
PY
"$place/venv/bin/python" look.py
