"""The bench: files to and from a bucket of versitygw, and its listing; the mover and rclone in turn.

Needs versitygw and rclone (--versitygw, --rclone). Each round runs every contender once, in alternating order, and a
ratio divides the times of one round. The copies of the first round are compared with the source, byte by byte.
"""
import argparse
import os
import pathlib
import random
import shutil
import statistics
import subprocess

from racing import processes
from racing.attempt import attempted
from racing.course import CannotRace
from racing.mover import check_built
from storing.contenders import Mover, Rclone
from storing.store import Versitygw

MIB = 1 << 20
FILES_OF_DIRECTORY = 100
QUESTIONS = ("write-large", "write-small", "read-large", "read-small", "list")


def options(arguments):
    parser = argparse.ArgumentParser(prog="buckets", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--versitygw", default="versitygw", metavar="PROGRAM")
    parser.add_argument("--rclone", default="rclone", metavar="PROGRAM")
    parser.add_argument("--against", type=pathlib.Path, metavar="DIR", help="another built clone, as one more contender")
    parser.add_argument("--only", default=",".join(QUESTIONS), metavar="LIST", help="(%(default)s)")
    parser.add_argument("--large-mib", type=int, default=2048, metavar="N", help="size of the large file (%(default)s)")
    parser.add_argument("--small", type=int, default=2000, metavar="N", help="files of 64 KiB (%(default)s)")
    parser.add_argument("--listed", type=int, default=10000, metavar="N", help="objects of the listing (%(default)s)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="that count (%(default)s)")
    parser.add_argument("--warm-up", type=int, default=2, metavar="N", help="that do not (%(default)s)")
    parser.add_argument("--count-requests", action="store_true", help="by action, from the log of the gateway")
    parser.add_argument("--dir", type=pathlib.Path, default=pathlib.Path("/dev/shm/bdm-buckets"),
                        help="with room for twice the data; removed at the end (%(default)s)")
    chosen = parser.parse_args(arguments)
    chosen.only = chosen.only.split(",")
    if not set(chosen.only) <= set(QUESTIONS):
        parser.error(f"--only: of {', '.join(QUESTIONS)}")
    return chosen


def main(arguments):
    chosen = options(arguments)
    clone = pathlib.Path(__file__).resolve().parents[3]
    return attempted("buckets", chosen.dir, lambda: check_can_run(clone, chosen), lambda: run(clone, chosen))


def check_can_run(clone, chosen):
    check_built(clone)
    if not shutil.which(chosen.versitygw):
        raise CannotRace("versitygw is not installed; name it with --versitygw")


def run(clone, chosen):
    store = Versitygw(chosen.versitygw, chosen.dir, chosen.count_requests)
    (chosen.dir / "data").mkdir()
    (chosen.dir / "logs").mkdir()
    store.start()
    contenders = [Mover("bdm", clone, chosen.dir, store), Rclone(chosen.rclone, chosen.dir, store)]
    if chosen.against:
        check_built(chosen.against)
        contenders.insert(1, Mover("bdm-other", chosen.against.resolve(), chosen.dir, store))
    for contender in contenders:
        contender.start()
    print("question     contender      seconds (job)    to rclone           client CPU s  store CPU s", flush=True)
    for question in chosen.only:
        Question(question, chosen, store, contenders).ask()
    return 0


class Question:
    """One thing that all contenders do, some rounds of it."""

    def __init__(self, name, chosen, store, contenders):
        self.verb, _, kind = name.partition("-")
        self.name = name
        self.chosen = chosen
        self.store = store
        self.contenders = contenders
        self.data = kind or "listed"
        self.measured = {contender.name: [] for contender in contenders}

    def ask(self):
        write(self.chosen.dir / "data" / self.data, self.data, self.chosen)
        if self.verb != "write":
            self.fill()
        for number in range(self.chosen.warm_up + self.chosen.rounds):
            turn = self.contenders if number % 2 else self.contenders[::-1]
            for contender in turn:
                figures = self.one(contender, number)
                if number >= self.chosen.warm_up:
                    self.measured[contender.name].append(figures)
        self.tell()
        shutil.rmtree(self.source())

    def fill(self):
        """Has rclone put the files: what comes past the gateway has no ETag."""
        rclone = self.contenders[-1]
        processes.run([rclone.write(self.data, self.data)], [self.chosen.dir / "logs" / "fill.log"], 600)
        shutil.rmtree(self.chosen.dir / "data" / self.data)

    def source(self):
        return self.chosen.dir / "data" / self.data if self.verb == "write" else self.store.tree(self.data)

    def one(self, contender, number):
        name = f"{contender.name}-{number}"
        command = contender.list(self.data) if self.verb == "list" else getattr(contender, self.verb)(self.data, name)
        log = self.chosen.dir / "logs" / f"{self.name}-{name}.log"
        self.store.requests()
        store_before = self.store.processor_seconds()
        daemons_before = processes.processor_seconds(contender.daemons())
        seconds, used = processes.run([command], [log], 600)
        client = used["client"] + processes.processor_seconds(contender.daemons()) - daemons_before
        gateway = self.store.processor_seconds() - store_before
        requests = self.store.requests()
        if self.verb == "list":
            lines = log.read_text().splitlines()
            files = sum(1 for line in lines if not line.endswith("/"))
            if files != self.chosen.listed:
                raise processes.Failed(f"{contender.name} lists {files} objects")
        else:
            placed = self.store.tree(name) if self.verb == "write" else contender.placed(name)
            if number == 0:
                compare(self.source(), placed)
            shutil.rmtree(placed)
        return seconds, contender.job_seconds(log), client, gateway, requests

    def tell(self):
        rclone = [figures[0] for figures in self.measured["rclone"]]
        for name, rounds in self.measured.items():
            seconds, jobs, client, gateway, requests = zip(*rounds)
            ratios = [own / other for own, other in zip(seconds, rclone)]
            job = f" ({statistics.median(jobs):.2f})" if None not in jobs else ""
            print(f"{self.name:12} {name:12} {statistics.median(seconds):6.2f}{job:8}"
                  f"  {statistics.median(ratios):5.2f} [{min(ratios):.2f}..{max(ratios):.2f}]"
                  f"  {statistics.median(client):8.2f}  {statistics.median(gateway):8.2f}"
                  f"  load {os.getloadavg()[0]:.1f}  {requests[-1] or ''}", flush=True)


def write(root, kind, chosen):
    """Writes the files of a kind, incompressible bytes by a fixed seed."""
    choice = random.Random(60)
    if kind == "large":
        root.mkdir(parents=True)
        with open(root / "one.nc", "wb") as out:
            for _ in range(chosen.large_mib):
                out.write(choice.randbytes(MIB))
        return
    files, size = (chosen.small, 64 << 10) if kind == "small" else (chosen.listed, 10)
    for number in range(files):
        file = root / f"d{number // FILES_OF_DIRECTORY:03d}" / f"s{number:05d}.nc"
        if number % FILES_OF_DIRECTORY == 0:
            file.parent.mkdir(parents=True)
        file.write_bytes(choice.randbytes(size))


def compare(source, placed):
    done = subprocess.run(["diff", "-rq", str(source), str(placed)], text=True, capture_output=True)
    if done.returncode != 0:
        raise processes.Failed(f"wrong bytes were placed: {(done.stdout + done.stderr).strip()[:500]}")
