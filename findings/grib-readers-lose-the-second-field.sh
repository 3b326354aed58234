#!/bin/sh
# Reads a GRIB file in which u and v of the wind share one message, as forecast centers write it (NCEP GFS), which GRIB edition 2 provides for.
#
# Software: eccodes 2.50.0 (Python, PyPI), cfgrib 0.9.15.1, kerchunk 0.2.10; grib_ls and grib_count 2.28.0, cdo 2.1.1, both of Debian 12.
# Most expect: six fields from every program, three of u and three of v, or an error.
# Seen: grib_ls and cfgrib show six. 'cdo -f nc copy' writes a NetCDF file with u alone and ends with 0; a Python loop over
#       codes_grib_new_from_file and kerchunk's scan_grib give u alone. grib_ls says "6 of 6 messages", grib_count says 3. No warning anywhere.
# For a mover: bytes and digest agree, and v is missing in what was made of the file. Counting messages does not show it; the program that converts
#       matters.
# Source: the manual of eccodes: multi-field support is off unless codes_grib_multi_support_on() is called. The tools and cfgrib do.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install eccodes==2.50.0 eccodeslib==2.50.0.33 cfgrib==0.9.15.1 kerchunk==0.2.10 xarray==2026.9.0 netCDF4==1.7.5.1.post1
cd "$place"
mkdir packages tools
chmod 711 .
needed=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances cdo libeccodes-tools |
  grep '^[a-z0-9]' | grep -v -e '^libc6' -e '^libgcc' -e '^libstdc' -e '^cdo$' -e '^libeccodes-tools$' -e ':' |
  grep -v -e '^fonts' -e '^gho' -e '^libgs' -e '^libmagics' -e '^libllvm' -e 'mesa' -e '^proj-data' -e '^poppler' -e 'sh$' -e '^zsh' -e '^xkb' | sort -u)
(
  cd packages
  apt-get download -qq $needed cdo=2.1.1-1+deb12u1 libeccodes-tools=2.28.0-1 > ../download.log 2>&1
) || { cat download.log; exit 2; }
for package in packages/*.deb; do dpkg -x "$package" tools; done
cat > make.py <<'PY'
import eccodes, numpy

field = eccodes.codes_grib_new_from_samples("regular_ll_pl_grib2")
count = eccodes.codes_get_size(field, "values")
with open("wind.grib2", "wb") as file:
    for day in range(3):
        message = eccodes.codes_grib_multi_new()
        for name, first_section, speed in (("u", 0, 10.0), ("v", 4, 20.0)):
            eccodes.codes_set(field, "dataDate", 20200101 + day)
            eccodes.codes_set(field, "shortName", name)
            eccodes.codes_set_values(field, speed + day + numpy.arange(count) * 0.001)
            eccodes.codes_grib_multi_append(field, first_section, message)
        eccodes.codes_grib_multi_write(message, file)
        eccodes.codes_grib_multi_release(message)
PY
venv/bin/python make.py
libraries=$(find "$place/tools/usr/lib" "$place/tools/lib" -name '*.so*' -printf '%h\n' 2> /dev/null | sort -u | tr '\n' ':')
run() { # run PROGRAM..: in the environment of the tools
  PATH="$place/tools/usr/bin:$PATH" LD_LIBRARY_PATH="$libraries" ECCODES_DEFINITION_PATH="$place/tools/usr/share/eccodes/definitions" "$@"
}
listed=$(run grib_ls -p shortName wind.grib2 | grep -c '^[uv] *$')
counted=$(run grib_count wind.grib2)
code=0
run cdo -f nc copy wind.grib2 wind.nc > said 2>&1 || code=$?
cat said
cat > look.py <<'PY'
import logging
import eccodes, kerchunk.grib2, netCDF4, xarray

logging.disable()
with netCDF4.Dataset("wind.nc") as file:
    converted = "".join(name for name in ("u", "v") if name in file.variables)
read = ""
with open("wind.grib2", "rb") as file:
    while (field := eccodes.codes_grib_new_from_file(file)) is not None:
        read += eccodes.codes_get(field, "shortName")
referenced = "".join(name for found in kerchunk.grib2.scan_grib("wind.grib2") for name in ("u", "v") if name + "/.zarray" in found["refs"])
with xarray.open_dataset("wind.grib2", engine="cfgrib", backend_kwargs={"indexpath": ""}) as data:
    shown = "".join(sorted(data.data_vars))
print(f"cdo:{converted} eccodes:{read} kerchunk:{referenced} cfgrib:{shown}")
PY
seen="grib_ls:$listed grib_count:$counted exit-code-of-cdo:$code $(venv/bin/python look.py 2> errors)" || { cat errors; exit 1; }
echo "$seen"
[ "$seen" = 'grib_ls:6 grib_count:3 exit-code-of-cdo:0 cdo:u eccodes:uuu kerchunk:uuu cfgrib:uv' ]
