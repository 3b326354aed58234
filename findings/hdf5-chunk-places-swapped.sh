#!/bin/sh
# Writes an HDF5 file with one unlimited axis that is not the first, and asks the library where its chunks lie.
#
# Software: h5py 3.16.0 (HDF5 2.0.0), numpy 2.3.5.
# Most expect: H5Dchunk_iter and H5Dget_chunk_info_by_coord say for each chunk where its bytes are: reading them there gives the values.
# Seen: both give positions that the dataset does not have ((0,3) .. of a dataset with 3 columns of chunks), or the place of another chunk,
#       or none. H5Dread_chunk and ordinary reads are right. Only files of libver v110 or later with an extensible array are concerned.
# For a mover: references that are made from these calls, as kerchunk does, read other values or none, without a word. References have to be
#       made from the index itself, whose unlimited axis comes first.
# Source: observed; the index is described in the HDF5 File Format Specification, "The Extensible Array".
# Exit: 0 seen as described, 1 it behaves otherwise now.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" -q install h5py==3.16.0 numpy==2.3.5
cd "$place"
cat > look.py <<'PY'
import sys
import h5py, numpy

with h5py.File("swapped.h5", "w", libver="latest") as f:
    d = f.create_dataset("d", data=numpy.arange(12, dtype="i4").reshape(4, 3), chunks=(1, 1), maxshape=(4, None))
with h5py.File("swapped.h5") as f:
    d = f["d"]
    whole = open("swapped.h5", "rb").read()
    listed = []
    d.id.chunk_iter(lambda chunk: listed.append(chunk))
    outside = [c.chunk_offset for c in listed if c.chunk_offset[0] >= 4 or c.chunk_offset[1] >= 3]
    wrong = 0
    for row in range(4):
        for column in range(3):
            asked = d.id.get_chunk_info_by_coord((row, column))
            mask, stored = d.id.read_direct_chunk((row, column))
            assert stored == d[row, column].tobytes()
            at = asked.byte_offset
            wrong += at is None or whole[at : at + asked.size] != stored
    print(f"HDF5 {h5py.version.hdf5_version}: {len(outside)} of {len(listed)} chunks listed outside of the dataset, "
          f"{wrong} of 12 asked by their place are wrong or missing")
    sys.exit(not (outside and wrong))
PY
"$place/venv/bin/python" look.py
