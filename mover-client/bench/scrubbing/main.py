"""The bench: bits flip in held files; what the scrub finds, how fast it reads, and what a repair fetches."""
import argparse
import dataclasses
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import time
import types

from racing import processes
from racing.attempt import attempted
from racing.course import CannotRace
from racing.mover import MoverPair, _moment, check_built

MIB = 1 << 20
RANGE = 8 * MIB
SMALL_BYTES = (1 << 10, 20 << 10)
FILES_OF_DIRECTORY = 500
LONGEST_SECONDS = 3600


@dataclasses.dataclass(frozen=True)
class Flip:
    """A bit to flip: in the file of this path below the tree, at this place."""
    path: str
    size: int
    place: int

    def fetched(self):
        """Bytes that have to come again: the range of the bit, or a whole small file."""
        if self.size <= RANGE:
            return self.size
        return min(RANGE, self.size - self.place // RANGE * RANGE)


def options(arguments):
    parser = argparse.ArgumentParser(prog="scrub", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", type=int, default=9950, metavar="N", help="files of 1 to 20 KiB (%(default)s)")
    parser.add_argument("--large", type=int, default=50, metavar="N", help="large files (%(default)s)")
    parser.add_argument("--large-mib", type=int, default=24, metavar="N", help="size of each (%(default)s)")
    parser.add_argument("--flips", type=int, default=50, metavar="N", help="files in which one bit flips (%(default)s)")
    parser.add_argument("--flips-large", type=int, default=10, metavar="N", help="of these, large ones (%(default)s)")
    parser.add_argument("--rate", type=int, default=100, metavar="MB/S", help="budget of the scrub (%(default)s)")
    parser.add_argument("--seed", type=int, default=52, metavar="N", help="(%(default)s)")
    parser.add_argument("--dir", type=pathlib.Path, default=pathlib.Path("/dev/shm/bdm-scrub"),
                        help="with room for twice the data; removed at the end (%(default)s)")
    return parser.parse_args(arguments)


def main(arguments):
    chosen = options(arguments)
    clone = pathlib.Path(__file__).resolve().parents[3]

    def check():
        check_built(clone)
        check_room(chosen)

    return attempted("scrub", chosen.dir, check, lambda: 0 if run(clone, chosen) else 1)


def check_room(chosen):
    if chosen.flips_large > min(chosen.flips, chosen.large) or chosen.flips - chosen.flips_large > chosen.small:
        raise CannotRace("more flips than files")
    parent = chosen.dir.parent
    needed = 2 * (chosen.small * SMALL_BYTES[1] + chosen.large * chosen.large_mib * MIB)
    if shutil.disk_usage(parent).free < needed:
        raise CannotRace(f"{parent} has no room for {needed / 1e9:.1f} GB; choose fewer files, or another --dir")


def run(clone, chosen):
    choice = random.Random(chosen.seed)
    sizes = write(chosen, choice)
    total = sum(sizes.values())
    print(f"{len(sizes)} files, {total / 1e6:.1f} MB: {chosen.small} small, {chosen.large} of {chosen.large_mib} MiB", flush=True)
    pair = started(clone, chosen)
    job = re.search(r"^job-\d+$", pair.ask("b", "submit", "bdm://a/data/tree", "bdm://b/in/tree", "--recursive"), re.MULTILINE)
    ended(pair, job.group())
    flips = flip(chosen, choice, sizes)
    found = scrubbed(pair, chosen, len(sizes), flips)
    repaired = repair(pair, chosen, flips)
    return found and repaired


def write(chosen, choice):
    """Writes the tree at the source; returns sizes by path."""
    root = chosen.dir / "data" / "tree"
    sizes = {}
    for number in range(chosen.small):
        sizes[f"d{number // FILES_OF_DIRECTORY:03d}/s{number:05d}.nc"] = choice.randrange(*SMALL_BYTES)
    for number in range(chosen.large):
        sizes[f"large/l{number:03d}.nc"] = chosen.large_mib * MIB
    for path, size in sizes.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(file, "wb") as out:
            for offset in range(0, size, MIB):
                out.write(choice.randbytes(min(MIB, size - offset)))
    return sizes


def started(clone, chosen):
    end = types.SimpleNamespace(prefix=[], address="127.0.0.1")
    course = types.SimpleNamespace(source=end, destination=end, is_distant=False)
    home = chosen.dir / "home"
    home.mkdir()
    pair = MoverPair("scrub", clone, types.SimpleNamespace(course=course, directory=home, sets=chosen.dir / "data"))
    pair.start()
    return pair


def ended(pair, job):
    """Waits for the end of a job and returns its report."""
    pair.ask("b", "wait", job, "--timeout", "2h")
    report = json.loads(pair.ask("b", "report", job, "--json"))
    if report["state"] != "SUCCEEDED":
        raise processes.Failed(f"{job} ended {report['state']}")
    return report


def flip(chosen, choice, sizes):
    """Flips one bit in each of some held files; sizes and times stay."""
    paths = sorted(sizes)
    large = [path for path in paths if path.startswith("large/")]
    small = [path for path in paths if not path.startswith("large/")]
    picked = choice.sample(large, chosen.flips_large) + choice.sample(small, chosen.flips - chosen.flips_large)
    flips = [Flip(path, sizes[path], choice.randrange(sizes[path])) for path in picked]
    for one in flips:
        file = arrived(chosen) / one.path
        times = file.stat()
        with open(file, "r+b") as held:
            held.seek(one.place)
            value = held.read(1)[0]
            held.seek(one.place)
            held.write(bytes([value ^ 1 << choice.randrange(8)]))
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    return flips


def arrived(chosen):
    return chosen.dir / "arrive" / "scrub" / "tree"


def scrubbed(pair, chosen, files, flips):
    pair.ask("b", "scrub", "set", "--share", "100", "--rate", f"{chosen.rate}MB/s")
    began = time.monotonic()
    pair.ask("b", "scrub", "start")
    week = {"checked": 0}
    while week["checked"] < files:
        if time.monotonic() - began > LONGEST_SECONDS:
            raise processes.Failed(f"checked only {week['checked']} of {files} files")
        time.sleep(0.5)
        week = json.loads(pair.ask("b", "scrub", "status", "--json"))["week"]
    seconds = time.monotonic() - began
    pair.ask("b", "scrub", "pause")
    listed = pair.ask("b", "holdings", "--state", "DAMAGED")
    named = sum(1 for one in flips if one.path in listed)
    print(f"scrub: {named} of {len(flips)} planted flips found, {week['damaged']} files damaged in all;"
          f" {week['bytes'] / 1e6:.1f} MB read in {seconds:.1f} s, {week['bytes'] / seconds / 1e6:.1f} MB/s"
          f" of {chosen.rate} MB/s", flush=True)
    return named == len(flips) == week["damaged"]


def repair(pair, chosen, flips):
    job = re.search(r"^job-\d+$", pair.ask("b", "repair"), re.MULTILINE).group()
    report = ended(pair, job)
    whole = sum(one.size for one in flips)
    least = sum(one.fetched() for one in flips)
    moved, kept = report["bytes"]["moved"], report["reused"]["bytes"]
    seconds = _moment(report["endedAt"]) - _moment(report["startedAt"])
    print(f"repair: {report['files']['done']} files in {seconds:.1f} s: {moved / 1e6:.3f} MB fetched of {whole / 1e6:.3f} MB,"
          f" {kept / 1e6:.3f} MB kept; the damaged ranges and small files have {least / 1e6:.3f} MB", flush=True)
    done = subprocess.run(["diff", "-rq", str(chosen.dir / "data" / "tree"), str(arrived(chosen))], text=True,
                          capture_output=True)
    print("compared: " + ("every file is that of the source" if done.returncode == 0 else done.stdout.strip()[:500]), flush=True)
    return done.returncode == 0 and moved <= least
