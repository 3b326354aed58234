"""The data sets: which files they have, writing them, and comparing a copy with them."""
import dataclasses
import json
import os
import pathlib
import random
import shutil

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
PIECE = 4 * MIB
COMPLETE = "complete.json"


@dataclasses.dataclass(frozen=True)
class DataSet:
    """Files below one directory.

    files: (relative path, size in bytes), in the order in which they were written
    """
    name: str
    directory: pathlib.Path
    files: tuple

    @property
    def bytes(self):
        return sum(size for _, size in self.files)

    @property
    def gigabytes(self):
        """In units of 10^9 bytes."""
        return self.bytes / 1e9

    @property
    def count_text(self):
        return "1 file" if len(self.files) == 1 else f"{len(self.files)} files"

    @property
    def is_tree(self):
        """True if a copy has to keep directories and small files apart, that is if 'cp -a' is the measure."""
        return self.name == "tiny"


def plan(name, scale):
    """Returns (relative path, size) of every file of a set."""
    def count(full):
        return max(1, int(full * scale))
    if name == "large":
        return (("l0.bin", int(2 * GIB * scale)),)
    if name == "memznet":
        return tuple((f"z{i:04d}.bin", 10 * MIB) for i in range(count(200)))
    if name == "small":  # sizes in powers of two, in turn
        return tuple((f"d{i // 100:03d}/f{i:05d}.bin", 8 * KIB << i % 10) for i in range(count(2000)))
    if name == "tiny":
        sizes = random.Random(77)
        return tuple((f"t/{_levels(i)}/n{i:05d}.nc", sizes.randrange(8 * KIB, 64 * KIB + 1))
                     for i in range(count(20000)))
    raise ValueError(name)


def _levels(number):
    """Four directory levels of at most eight names each, 20 files in a directory."""
    return "/".join(f"{number // step % 8:x}" for step in (20, 160, 1280, 10240))


def need_bytes(names, scale):
    """Returns the bytes of all sets, and of the biggest one."""
    sizes = [sum(size for _, size in plan(name, scale)) for name in names]
    return sum(sizes), max(sizes)


def build(name, scale, below):
    """Writes a set, unless it is there from an earlier run, complete and of this scale."""
    directory = below / name
    files = plan(name, scale)
    mark = below / f"{name}.{COMPLETE}"
    described = {"name": name, "scale": scale, "files": len(files), "bytes": sum(size for _, size in files)}
    if _is_complete(directory, files, mark, described):
        return DataSet(name, directory, files)
    mark.unlink(missing_ok=True)
    shutil.rmtree(directory, ignore_errors=True)
    for path, size in files:
        _write(directory / path, size, f"{name}/{path}")
    mark.write_text(json.dumps(described) + "\n")  # last: what has it was written to its end
    return DataSet(name, directory, files)


def _is_complete(directory, files, mark, described):
    try:
        if json.loads(mark.read_text()) != described:
            return False
        return all(os.stat(directory / path).st_size == size for path, size in files)
    except (OSError, ValueError):
        return False


def _write(path, size, seed):
    """Writes bytes that do not compress and that no other file has."""
    path.parent.mkdir(parents=True, exist_ok=True)
    source = random.Random(seed)
    with open(path, "wb", buffering=0) as file:
        for offset in range(0, size, PIECE):
            file.write(source.randbytes(min(PIECE, size - offset)))


def difference(data, copy, every_byte):
    """Compares what is below a directory with the set; returns None, or the first difference in words.

    every_byte: False compares names and sizes only
    """
    expected = {path for path, _ in data.files}
    found = {str((pathlib.Path(parent) / name).relative_to(copy))
             for parent, _, names in os.walk(copy) for name in names}
    if found != expected:
        return f"{len(expected - found)} files missing, {len(found - expected)} too many"
    for path, size in data.files:
        if os.stat(copy / path).st_size != size:
            return f"{path}: {os.stat(copy / path).st_size} instead of {size} bytes"
        if every_byte and not _same_bytes(data.directory / path, copy / path):
            return f"{path}: other bytes"
    return None


def _same_bytes(one, other):
    with open(one, "rb", buffering=0) as left, open(other, "rb", buffering=0) as right:
        while True:
            piece = left.read(PIECE)
            if piece != right.read(PIECE):
                return False
            if not piece:
                return True
