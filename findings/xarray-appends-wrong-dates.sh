#!/bin/sh
# Writes four daily steps into a Zarr store with xarray and appends four steps of six hours of the next day, as a store grows that is fed every day.
#
# Software: xarray 2026.9.0, zarr 3.1.6, formats 2 and 3.
# Most expect: the dates that were appended, or an error that they do not fit.
# Seen: 6, 12, 18 and 24 April in place of 5 January 0, 6, 12 and 18 h. The store keeps "days since" as whole numbers; the new dates are
#       converted to hours, because days do not hold them, and the numbers of hours are stored under the units of days. A warning says that
#       another unit is used, as if it were. Any reader sees a valid, rising time axis.
# For a mover: a store that grows is replicated with these dates, and digests agree. The first and last date belong into what is compared between
#       two days, before a store is published.
# Source: xarray/coding/times.py (encoding of dates) and to_zarr(append_dim=..), which leaves the attributes of the store as they are.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install xarray==2026.9.0 zarr==3.1.6 numcodecs==0.16.6
cd "$place"
cat > look.py <<'PY'
import sys, warnings
import numpy, pandas, xarray


def steps(first, frequency):
    dates = pandas.date_range(first, periods=4, freq=frequency)
    return xarray.Dataset({"tas": (("time", "x"), numpy.full((4, 3), 280.0, "f4"))}, coords={"time": dates})


def dates_of(zarr_format):
    store = f"format-{zarr_format}.zarr"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        steps("2000-01-01", "D").to_zarr(store, zarr_format=zarr_format)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        steps("2000-01-05", "6h").to_zarr(store, append_dim="time")
    for each in warned:
        print("warning:", str(each.message)[:100])
    dates = [str(date)[:13] for date in xarray.open_zarr(store, consolidated=False).time.values]
    print(f"format {zarr_format}:", *dates)
    return dates[4:]


wrong = ["2000-04-06T00", "2000-04-12T00", "2000-04-18T00", "2000-04-24T00"]
sys.exit(0 if dates_of(2) == dates_of(3) == wrong else 1)
PY
venv/bin/python look.py
