#!/bin/sh
# Writes two groups of two arrays, and opens them with the keys of the consolidated metadata in two orders.
#
# Software: zarr 3.1.6, numcodecs 0.16.6.
# Most expect: the same arrays, as the keys of a JSON object have no order.
# Seen: where arrays of the two groups take turns, KeyError: "'a/x' not found in consolidated metadata". With groups within groups the root
#       itself is not found.
# For a mover: consolidated metadata that it writes has to be sorted by path.
# Source: observed; the sort by depth alone in ConsolidatedMetadata._flat_to_nested was read.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install zarr==3.1.6 numcodecs==0.16.6
cd "$place"
cat > look.py <<'PY'
import json, sys, warnings
import zarr

warnings.simplefilter("ignore")
root = zarr.open_group("store.zarr", mode="w", zarr_format=2)
for group in ("a", "b"):
    for array in ("x", "y"):
        root.create_array(f"{group}/{array}", shape=(2,), dtype="f4")
zarr.consolidate_metadata("store.zarr", zarr_format=2)
document = json.load(open("store.zarr/.zmetadata"))


def arrays(order):
    document["metadata"] = {key: document["metadata"][key] for key in sorted(document["metadata"], key=order)}
    json.dump(document, open("store.zarr/.zmetadata", "w"))
    found = zarr.open_group("store.zarr", mode="r", zarr_format=2, use_consolidated=True)
    return sorted(f"{group}/{name}" for group, members in found.groups() for name, _ in members.arrays())


by_path = arrays(lambda key: key)
print("sorted by path:", by_path)
try:
    print("groups taking turns:", arrays(lambda key: (key.count("/"), key.split("/")[1:], key)))
    sys.exit(1)
except KeyError as error:
    print("groups taking turns: KeyError:", error)
sys.exit(0 if len(by_path) == 4 else 1)
PY
venv/bin/python look.py
