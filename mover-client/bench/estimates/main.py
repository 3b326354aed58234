"""Runs short jobs over three links, each predicted before it begins, and reports how many ended between P10 and P90.

Each setting of the emulated link has a source site of its own, so that it is a link of its own to the destination; blocks of jobs of one
setting follow each other. Needs root and the link emulator 'wan', as the race does.
"""
import argparse
import json
import os
import pathlib
import random
import shutil

from estimates.coverage import Job, report
from estimates.trees import Pool, drawn_seconds
from racing import processes
from racing.attempt import attempted
from racing.course import CannotRace, EmulatedLink, missing_emulator
from racing.mover import _moment, check_built
from sharing.site import Node

BLOCKS = 12
SETTINGS = "10ms:200mbit:0,50ms:60mbit:0,120ms:30mbit:0.0001"


def options(arguments):
    parser = argparse.ArgumentParser(prog="replay", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=200, metavar="N", help="(%(default)s)")
    parser.add_argument("--settings", default=SETTINGS, metavar="RTT:RATE:LOSS,..", help="of the link (%(default)s)")
    parser.add_argument("--seconds", default="2,20", metavar="LEAST,MOST", help="that a job takes, about (%(default)s)")
    parser.add_argument("--wan-tool", type=pathlib.Path, default=os.environ.get("RACE_WAN_TOOL"), metavar="DIR",
                        help="directory with the link emulator 'wan' (RACE_WAN_TOOL)")
    parser.add_argument("--seed", type=int, default=7, metavar="N", help="of the trees (%(default)s)")
    parser.add_argument("--dir", type=pathlib.Path, default=pathlib.Path("/var/tmp/bdm-estimates"),
                        help="on a disk with room for 2 GB; removed at the end (%(default)s)")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write the jobs to a file")
    return parser.parse_args(arguments)


def main(arguments):
    chosen = options(arguments)
    clone = pathlib.Path(__file__).resolve().parents[3]
    return attempted("replay", chosen.dir, lambda: check_can_run(clone, chosen), lambda: replayed(clone, chosen))


def replayed(clone, chosen):
    settings = [Setting(text) for text in chosen.settings.split(",")]
    first = settings[0]
    link = EmulatedLink(pathlib.Path(chosen.wan_tool), first.rtt, first.rate, first.loss, chosen.dir)
    try:
        link.start()
        jobs = Replay(clone, chosen, link, settings).run()
    finally:
        processes.stop_all()
        link.stop()
    print("\n".join(report(jobs)))
    if chosen.json:
        chosen.json.write_text(json.dumps([vars(job) for job in jobs], indent=1) + "\n")
    return 0


def check_can_run(clone, chosen):
    check_built(clone)
    missing = missing_emulator(chosen.wan_tool and pathlib.Path(chosen.wan_tool))
    if missing:
        raise CannotRace(missing)


class Setting:
    """One setting of the link, and the site that is its source."""

    def __init__(self, text):
        try:
            self.rtt, self.rate, loss = text.split(":")
            self.loss = float(loss)
            self.bytes_per_second = float(self.rate.removesuffix("mbit")) * 1e6 / 8
        except ValueError:
            raise CannotRace(f"'{text}' is not RTT:RATE:LOSS, such as 50ms:60mbit:0; the rate is in mbit") from None
        self.name = f"{self.rtt} {self.rate} loss {loss}"


class Replay:
    """The sites, and the jobs one after the other."""

    def __init__(self, clone, chosen, link, settings):
        self._chosen = chosen
        self._link = link
        self._settings = settings
        self._data = chosen.dir / "data"
        self._arrivals = chosen.dir / "arrive"
        self._pool = Pool(chosen.dir / "data" / "pool")
        self._draw = random.Random(chosen.seed)
        ports = ("--port", "0", "--data-port", "0")
        self._sources = {
            setting: Node(clone, chosen.dir, f"a{at}", link.source, *ports, "--export", f"data={self._data}")
            for at, setting in enumerate(settings, 1)}
        self._destination = Node(clone, chosen.dir, "b", link.destination, *ports, "--export",
                                 f"in={self._arrivals}:rw", "--allow-host", link.source.address)

    def run(self):
        self._pool.write()
        self._arrivals.mkdir()
        self._destination.start()
        for at, source in enumerate(self._sources.values(), 1):
            source.start()
            code = source.ask("site", "invite", "b", "--read", "data").strip()
            self._destination.ask("site", "add", f"a{at}", code)
        jobs = []
        block = max(1, round(self._chosen.jobs / BLOCKS))
        setting = None
        for number in range(self._chosen.jobs):
            wanted = number // block % len(self._settings)
            if setting != wanted:
                setting = wanted
                now = self._settings[setting]
                self._link.change(now.rtt, now.rate, now.loss)
            jobs.append(self._job(number + 1, setting))
            print(jobs[-1].line(), flush=True)
        return jobs

    def _job(self, number, at):
        setting = self._settings[at]
        least, most = map(float, self._chosen.seconds.split(","))
        tree = self._data / f"job{number}"
        files, size = self._pool.tree(tree, self._draw, drawn_seconds(self._draw, least, most), setting.bytes_per_second)
        pair = (f"bdm://a{at + 1}/data/job{number}", f"bdm://b/in/job{number}")
        estimate = json.loads(self._destination.ask("plan", *pair, "--recursive", "--json"))["estimate"]
        job = self._destination.ask("submit", *pair, "--recursive").strip()
        self._destination.ask("wait", job)
        ended = json.loads(self._destination.ask("status", job, "--json"))
        shutil.rmtree(tree)
        shutil.rmtree(self._arrivals / f"job{number}")
        return Job(number, setting.name, files, size, estimate["p10Seconds"], estimate["p50Seconds"],
                   estimate["p90Seconds"], estimate["basis"], _moment(ended["endedAt"]) - _moment(ended["createdAt"]))
