"""The trees of the jobs: hard links to a pool of files, so that a tree costs no time to make."""
import math
import os
import random

KIB, MIB = 1 << 10, 1 << 20
POOL = {"tiny": (200, KIB, 60 * KIB), "small": (60, 100 * KIB, 3 * MIB), "medium": (40, 5 * MIB, 12 * MIB)}


class Pool:
    """Random files of three size classes below a directory; the same each time."""

    def __init__(self, directory):
        self._directory = directory
        self._files = {}

    def write(self):
        contents = random.Random(41)
        self._directory.mkdir(parents=True)
        for name, (number, least, most) in POOL.items():
            files = []
            for at in range(number):
                path = self._directory / f"{name}{at:03d}"
                size = contents.randrange(least, most)
                path.write_bytes(contents.randbytes(size))
                files.append((path, size))
            self._files[name] = files

    def tree(self, directory, draw, seconds, bytes_per_second):
        """Makes a tree that takes about so long: mostly small files, mostly large ones, or both. Returns (files, bytes)."""
        kind = draw.choice(("small", "large", "both"))
        left = seconds * bytes_per_second * (0.3 if kind == "small" else 0.8)
        number = bytes_in_all = 0
        tiny = 0 if kind == "large" else draw.randrange(50, 2000)
        while tiny > 0 or (left > 0 and kind != "small"):
            name = "tiny" if tiny > 0 else draw.choice(("small", "medium", "medium"))
            path, size = draw.choice(self._files[name])
            if number % 500 == 0:
                parent = directory / f"d{number // 500:03d}"
                parent.mkdir(parents=True)
            os.link(path, parent / f"f{number:05d}.nc")
            number += 1
            bytes_in_all += size
            left -= size
            tiny = tiny - 1 if name == "tiny" and left > 0 else 0
        return number, bytes_in_all


def drawn_seconds(draw, least, most):
    """Between both, short ones as often as long ones on a logarithmic scale."""
    return math.exp(draw.uniform(math.log(least), math.log(most)))
