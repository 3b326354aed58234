#!/bin/sh
# Opens a GRIB file with xarray, replaces it by another version whose mtime is older, as every mover that keeps times does, and opens it again.
#
# Software: cfgrib 0.9.15.1, eccodes 2.50.0, xarray 2026.9.0.
# Most expect: the second open shows the second file, or fails.
# Seen: opening writes an index beside the data ('tas.grib2.*.idx'), and an index that is younger than the data is believed. The second open
#       shows the dates of the first file with the values of the second, without a warning: a mixture of two versions in one dataset.
# For a mover: reading a tree adds files to it, which a mirror or a survey finds as extra; after a file was replaced with its time kept, the
#       index beside it must go.
# Source: cfgrib/messages.py, FileIndex.from_indexpath_or_filestream: compares the times of the two files.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install cfgrib==0.9.15.1 eccodes==2.50.0 eccodeslib==2.50.0.33 xarray==2026.9.0
cd "$place"
cat > look.py <<'PY'
import os, sys
import eccodes, numpy, xarray


def write(path, first_date, kelvin):
    message = eccodes.codes_grib_new_from_samples("regular_ll_pl_grib2")
    with open(path, "wb") as file:
        for day in range(3):
            eccodes.codes_set(message, "dataDate", first_date + day)
            count = eccodes.codes_get_size(message, "values")
            eccodes.codes_set_values(message, numpy.full(count, kelvin + day) + numpy.arange(count) * 0.001)
            eccodes.codes_write(message, file)


def show(path):
    with xarray.open_dataset(path, engine="cfgrib") as data:
        name = list(data.data_vars)[0]
        return str(data.time.values[0])[:10], round(float(data[name].values.ravel()[0]), 1)


os.mkdir("tree")
write("tree/tas.grib2", 20200101, 280.0)
first = show("tree/tas.grib2")
beside = sorted(os.listdir("tree"))
write("next", 20210101, 300.0)
a_day_before = os.stat("tree/tas.grib2").st_mtime - 86400
os.utime("next", (a_day_before, a_day_before))
os.replace("next", "tree/tas.grib2")
second = show("tree/tas.grib2")
print("first file:", *first)
print("the directory after reading it:", *beside)
print("second file, which is of 2021 with 300.0:", *second)
sys.exit(0 if len(beside) == 2 and first == ("2020-01-01", 280.0) and second == ("2020-01-01", 300.0) else 1)
PY
"$place/venv/bin/python" look.py
