#!/bin/sh
# Cuts a classic NetCDF file (CDF-1, as in CMIP5) in the middle, as a transfer does that broke off, and reads it with the usual programs.
#
# Software: ncdump and nccopy 4.9.0, ncks 5.1.4, of Debian 12; netCDF4 1.7.5.1.post1 (netCDF-C 4.10.1) with xarray 2026.9.0.
# Most expect: an error when the file is opened, as for a NetCDF-4 file ("truncated file"). The header says how long the file has to be.
# Seen: all of them open it, show twelve time steps, and exit with 0. What is not there reads as 0: 0 K, and 0 days since the beginning, so that
#       the time axis goes back to its first day. nccopy and ncks make a whole, valid file with these zeros of it, which no later check can
#       tell from data; 'cdo copy' does the same. Only the reader of SciPy refuses the file.
# For a mover: 'ncdump -h F' as a test whether F came whole proves nothing for classic files, and repacking a tree hides what was cut. Compare sizes
#       and digests first.
# Source: netCDF-C, libsrc/posixio.c: pages behind the end of the file are filled with zeros.
# Exit: 0 seen as described, 1 it behaves otherwise now, 2 it cannot be tried here.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install xarray==2026.9.0 netCDF4==1.7.5.1.post1 scipy==1.17.1
cd "$place"
mkdir packages tools
chmod 711 .
needed=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances nco netcdf-bin |
  grep '^[a-z0-9]' | grep -v -e '^libc6' -e '^libgcc' -e '^libstdc' -e '^nco$' -e '^netcdf-bin$' -e ':' | sort -u)
(
  cd packages
  apt-get download -qq $needed nco=5.1.4-1+deb12u1 netcdf-bin=1:4.9.0-3+b1 > ../download.log 2>&1
) || { cat download.log; exit 2; }
for package in packages/*.deb; do dpkg -x "$package" tools; done
cat > make.py <<'PY'
import os
import netCDF4, numpy

with netCDF4.Dataset("whole.nc", "w", format="NETCDF3_CLASSIC") as file:
    for name, length in (("time", None), ("lat", 10), ("lon", 20)):
        file.createDimension(name, length)
    for name, units in (("time", "days since 2000-01-01"), ("lat", "degrees_north"), ("lon", "degrees_east")):
        file.createVariable(name, "f8", (name,)).units = units
    file.createVariable("tas", "f4", ("time", "lat", "lon")).units = "K"
    file["time"][:] = numpy.arange(1.0, 13.0)
    file["lat"][:] = numpy.linspace(-90, 90, 10)
    file["lon"][:] = numpy.arange(20) * 18.0
    file["tas"][:] = 280.0
with open("whole.nc", "rb") as whole, open("cut.nc", "wb") as cut:
    cut.write(whole.read(os.path.getsize("whole.nc") // 2))
PY
venv/bin/python make.py
cat > look.py <<'PY'
import sys
import xarray

for path in sys.argv[1:]:
    with xarray.open_dataset(path, engine="netcdf4") as data:
        first = data.tas.isel(lat=0, lon=0).values.ravel()
        print(f"{path}: {int((first == 280).sum())} steps of 280, {int((first == 0).sum())} of 0, last day {str(data.time.values[-1])[:10]}")
try:
    xarray.open_dataset("cut.nc", engine="scipy").load()
    print("scipy: read")
except Exception:
    print("scipy: refused")
PY
run() { # run PROGRAM..: in the environment of the tools
  PATH="$place/tools/usr/bin:$PATH" LD_LIBRARY_PATH="$libraries" "$@"
}
libraries=$(find "$place/tools/usr/lib" "$place/tools/lib" -name '*.so*' -printf '%h\n' 2> /dev/null | sort -u | tr '\n' ':')
run ncdump cut.nc > dump
run nccopy -k nc4 cut.nc nccopy.nc
run ncks -O -4 cut.nc ncks.nc
venv/bin/python look.py cut.nc nccopy.nc ncks.nc | tee seen
[ "$(grep -c ': 6 steps of 280, 6 of 0, last day 2000-01-01' seen)" = 3 ] && grep -q 'scipy: refused' seen
