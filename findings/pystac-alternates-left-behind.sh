#!/bin/sh
# Moves a STAC item whose asset has an alternate place (Alternate Assets extension, which ESGF-NG uses for replicas), and makes addresses absolute.
#
# Software: pystac 1.15.2.
# Most expect: every address of the item is rewritten alike, so that asset and alternates still name the files that they named.
# Seen: set_self_href and make_asset_hrefs_absolute rewrite the address of the asset and leave those of its alternates. After the move the
#       alternate names a file in another directory; in the absolute item it stays relative.
# Source: pystac/item.py and pystac/asset.py: only Asset.href is known; alternates are extra fields.
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install pystac==1.15.2
cat > "$place/look.py" <<'PY'
import datetime, sys
import pystac


def item():
    made = pystac.Item("tas", None, None, datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc), {})
    made.set_self_href("/catalog/first/tas.json")
    made.add_asset("data", pystac.Asset("./tas.nc", extra_fields={"alternate": {"replica": {"href": "./replica/tas.nc"}}}))
    return made


moved = item()
moved.set_self_href("/catalog/second/tas.json")
absolute = item()
absolute.make_asset_hrefs_absolute()
seen = []
for name, each in (("moved", moved), ("absolute", absolute)):
    asset = each.assets["data"]
    seen.append((asset.href, asset.extra_fields["alternate"]["replica"]["href"]))
    print(f"{name}: asset {seen[-1][0]}, alternate {seen[-1][1]}")
sys.exit(0 if seen == [("../first/tas.nc", "./replica/tas.nc"), ("/catalog/first/tas.nc", "./replica/tas.nc")] else 1)
PY
"$place/venv/bin/python" "$place/look.py"
