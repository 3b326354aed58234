"""Moves the same files again and again, with fixed numbers of streams or readers and with the number that the job finds."""
import argparse
import datetime
import json
import os
import pathlib
import random
import shutil
import signal
import statistics
import sys

import judging
import pair
from racing import processes
from racing.attempt import attempted
from racing.course import CannotRace
from racing.mover import check_built
from staged import FILES, Stage, slow

MIB = 1 << 20
FOUND = "found"
AIM = 0.95


def options(arguments):
    parser = argparse.ArgumentParser(
        prog="run", description=__doc__,
        epilog="An emulated path needs root and a program that emulates a link (--wan), slow reads need strace. "
               "Exit codes: 0 the jobs that find their number reach %.2f of the best fixed number, by medians; 1 they do not, or something failed; 3 cannot run here." % AIM)
    parser.add_argument("--wan", type=pathlib.Path, default=os.environ.get("BDM_WAN"),
                        help="program that emulates a link: up, exec a|b, down (default: $BDM_WAN)")
    parser.add_argument("--of", choices=["streams", "readers"], default="streams", help="workers (%(default)s)")
    parser.add_argument("--slow-reads", type=float, default=0, metavar="MS",
                        help="each read at the source takes so many milliseconds more (%(default)s)")
    parser.add_argument("--rtt", default="50ms", help="round-trip time (%(default)s)")
    parser.add_argument("--rate", default="400mbit", help="of the path (%(default)s)")
    parser.add_argument("--loss", default="0", help="of each segment (%(default)s)")
    parser.add_argument("--congestion", default="auto", help="congestion control of both sites (%(default)s)")
    parser.add_argument("--fixed", default="1,2,4,8,16", help="numbers of workers (%(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="each number once a round, in changing order (%(default)s)")
    parser.add_argument("--files", type=int, default=20, help="of a job (%(default)s)")
    parser.add_argument("--mib", type=int, default=64, help="of each file (%(default)s)")
    parser.add_argument("--decisions", action="store_true", help="show those of the jobs that find their number")
    parser.add_argument("--seed", type=int, default=1, help="of the order (%(default)s)")
    parser.add_argument("--dir", type=pathlib.Path, default=pathlib.Path("/dev/shm/bdm-streams"),
                        help="in memory, with room for twice the data; removed at the end (%(default)s)")
    return parser.parse_args(arguments)


def main(arguments):
    chosen = options(arguments)
    clone = pathlib.Path(__file__).resolve().parents[3]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started ends too

    def check():
        check_built(clone)
        if not chosen.wan and chosen.of == "streams":
            raise CannotRace("no program that emulates a link: --wan")
        if chosen.slow_reads and not shutil.which("strace"):
            raise CannotRace("slow reads need strace")

    return attempted("run", chosen.dir, check, lambda: 0 if compared(clone, chosen) >= AIM else 1)


def compared(clone, chosen):
    """Prints the rates; returns the median of the jobs that find their number, as a share of the best fixed number."""
    tree = chosen.dir / "data" / "set"
    tree.mkdir(parents=True)
    (chosen.dir / "in").mkdir()
    block = os.urandom(MIB)
    for number in range(chosen.files):
        with open(tree / f"{number}.bin", "wb") as file:
            for piece in range(chosen.mib):
                file.write(piece.to_bytes(8, "big") + block[8:])
    link = ("--rtt", chosen.rtt, "--rate", chosen.rate, "--loss", chosen.loss)
    if chosen.wan:
        judging.wan(chosen, "up", *link)
    try:
        words = ["--congestion", chosen.congestion, "--keep-streams", "0"]
        around = {"a": slow("pread64,preadv", chosen.slow_reads, FILES)} if chosen.slow_reads else {}
        stage = Stage(chosen.of, "", "", options={"a": [*words, "--size", "readers=16"], "b": words}, around=around)
        places = {name: place(chosen, name) for name in "ab"}
        sites = pair.paired(clone, chosen.dir, places, stage,
                            {"a": f"data={chosen.dir / 'data'}", "b": f"in={chosen.dir / 'in'}:rw"})
        return rounds(sites["b"], chosen)
    finally:
        processes.stop_all()
        if chosen.wan:
            judging.wan(chosen, "down")


def place(chosen, name):
    """Namespaces of an emulated path, or loopback."""
    return pair.Place((str(chosen.wan), "exec", name), judging.ADDRESSES[name]) if chosen.wan else pair.Place()


def rounds(site, chosen):
    numbers = [FOUND, *chosen.fixed.split(",")]
    order = random.Random(chosen.seed)
    first = rate(site, chosen, FOUND)
    path = f"{chosen.rtt} at {chosen.rate}, loss {chosen.loss}, congestion {chosen.congestion}" if chosen.wan else "loopback"
    print(f"numbers of {chosen.of}; {path}, each read {chosen.slow_reads:g} ms slower: {chosen.files} files of "
          f"{chosen.mib} MiB; Mbit/s of whole jobs, their start included\nfirst job of the servers: {first:.0f}", flush=True)
    rates = {number: [] for number in numbers}
    for _ in range(chosen.rounds):
        order.shuffle(numbers)
        for number in numbers:
            rates[number].append(rate(site, chosen, number))
            print(f"  {number:>5}: {rates[number][-1]:.0f}", flush=True)
    medians = {number: statistics.median(each) for number, each in rates.items()}
    best = max((number for number in rates if number != FOUND), key=medians.get)
    share = medians[FOUND] / medians[best]
    for number in [FOUND, *chosen.fixed.split(",")]:
        print(f"{number:>5}: median {medians[number]:.0f} ({', '.join(f'{each:.0f}' for each in rates[number])})")
    print(f"found, as a share of the best fixed number ({best}): {share:.3f} (aim {AIM})")
    return share


def rate(site, chosen, number):
    """Mbit/s of one job."""
    pinned = () if number == FOUND else (f"--{chosen.of}", number)
    said = site.ask("submit", "bdm://a/data/set", "bdm://b/in/set", "--recursive", "--wait", *pinned)
    job = json.loads(site.ask("status", pair.job_of(said), "--json"))
    if job["state"] != "SUCCEEDED":
        raise processes.Failed(f"{job['id']} ended {job['state']}")
    seconds = (moment(job["endedAt"]) - moment(job["startedAt"])).total_seconds()
    if chosen.decisions and number == FOUND:
        print(site.ask("explain", job["id"], "--decisions"))
    shutil.rmtree(chosen.dir / "in" / "set")
    return job["bytes"]["total"] * 8 / seconds / 1e6


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
