#!/usr/bin/env python3
"""Keeps memory of a virtual machine warm: hold.py GIB

Some hosts take free memory of a guest back and hand it out again slowly: the first touch of a page then costs several
times a copy, and a benchmark measures the host. This touches GIB gibibytes and gives back 15 of every 16 pages. What it
frees lies in pieces below 64 KiB, which are too small to be taken back, so files on tmpfs are written to warm memory.

Prints "held", and ends with its standard input, that is with the process that started it.
"""
import mmap
import sys

PAGE = mmap.PAGESIZE
STRIDE = 16 * PAGE
CHUNK = 64 << 20


def hold(size_bytes):
    """Returns the mapping; it holds one page of each stride."""
    size = max(STRIDE, size_bytes // STRIDE * STRIDE)
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)  # shared pages would stay allocated
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    ones = b"\1" * CHUNK
    for offset in range(0, size, CHUNK):
        length = min(CHUNK, size - offset)
        memory[offset:offset + length] = ones if length == CHUNK else ones[:length]
    for offset in range(0, size, STRIDE):
        memory.madvise(mmap.MADV_DONTNEED, offset + PAGE, STRIDE - PAGE)
    return memory


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: hold.py GIB")
    held = hold(int(float(sys.argv[1]) * (1 << 30)))
    print("held", flush=True)
    sys.stdin.read()
