#!/bin/sh
# Asks ESMValCore for the files of a CMIP6 dataset of which the older version is there whole, and of the newer one the first of two files, as it is
# while a replication of the newer version is under way.
#
# Software: ESMValCore 2.13.0 (esmvalcore.local.find_files), with the libraries that it imports. esmpy, which PyPI does not have, is an empty
#           module here; finding files does not use it.
# Most expect: the newest version as far as it is there, or the last whole one. Its documentation speaks of "the latest version of a file".
# Seen: one file of each version. The latest version is chosen for each file NAME, so 1850 to 1949 come from v20211230 and 1950 to 2014 from
#       v20190624: a series of two versions, with a step in 1950 that no model made. No message says so.
# For a mover: a version directory that fills file by file is used from its first file on. Directories of which the readers' tree is made should
#       get the new version when it is complete.
# Source: esmvalcore/local.py, _select_latest_version: groups by file name.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install netCDF4==1.7.5.1.post1 dask==2026.8.0 packaging==26.4 \
  xarray==2026.9.0 scitools-iris==3.14.1 cf-units==3.3.1 isodate==0.7.2 ncdata==0.4.0 psutil==7.2.2 jinja2==3.1.6 pyyaml==6.0.4 fiona==1.10.1
"$place/venv/bin/pip" -q install --no-deps esmvalcore==2.13.0
cd "$place"
touch esmpy.py
cat > look.py <<'PY'
import pathlib, sys
from esmvalcore.config import CFG
from esmvalcore.local import find_files

root = pathlib.Path("archive").resolve()
dataset = root / "CMIP6/CMIP/MOHC/HadGEM3-GC31-LL/historical/r1i1p1f3/Amon/tas/gn"
for version, spans in (("v20190624", ("185001-194912", "195001-201412")), ("v20211230", ("185001-194912",))):
    for span in spans:
        file = dataset / version / f"tas_Amon_HadGEM3-GC31-LL_historical_r1i1p1f3_gn_{span}.nc"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
CFG["rootpath"] = {"CMIP6": [str(root)]}
CFG["drs"] = {"CMIP6": "ESGF"}
found = find_files(
    project="CMIP6", activity="CMIP", institute="MOHC", dataset="HadGEM3-GC31-LL", exp="historical", ensemble="r1i1p1f3",
    mip="Amon", short_name="tas", grid="gn",
)
seen = sorted((file.name[-16:-3], file.parent.name) for file in found)
for span, version in seen:
    print(span, "of", version)
sys.exit(0 if seen == [("185001-194912", "v20211230"), ("195001-201412", "v20190624")] else 1)
PY
venv/bin/python look.py
