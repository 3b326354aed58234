"""Runs the stages one after the other and compares what 'explain' says with what was staged."""
import argparse
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

import pair
import staged
from racing import processes
from racing.course import CannotRace
from racing.mover import check_built

MIB = 1 << 20
FILES = 6
ADDRESSES = {"a": "10.77.0.1", "b": "10.77.0.2"}


def options(arguments):
    parser = argparse.ArgumentParser(
        prog="run", description=__doc__,
        epilog="Needs root, strace, taskset and, for two of the stages, a program that emulates a link (--wan).")
    parser.add_argument("--seed", type=int, default=1, help="of the amounts (%(default)s)")
    parser.add_argument("--only", metavar="TEXT", help="stages whose name contains this")
    parser.add_argument("--wan", type=pathlib.Path, default=os.environ.get("BDM_WAN"),
                        help="program that emulates a link: up, exec a|b, down (default: $BDM_WAN; else those stages are left out)")
    parser.add_argument("--mib", type=int, default=80, help="of each of the %d files (%%(default)s)" % FILES)
    parser.add_argument("--after", type=float, default=8, metavar="S", help="seconds of transfer before it is asked (%(default)s)")
    parser.add_argument("--dir", type=pathlib.Path, default=pathlib.Path("/dev/shm/bdm-explain"),
                        help="in memory, with room for twice the data; removed at the end (%(default)s)")
    return parser.parse_args(arguments)


def main(arguments):
    chosen = options(arguments)
    clone = pathlib.Path(__file__).resolve().parents[3]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started ends too
    try:
        check_built(clone)
        if chosen.dir.exists():
            raise CannotRace(f"{chosen.dir} is there already; remove it, or choose another --dir")
        stages = [each for each in staged.drawn(random.Random(chosen.seed))
                  if not chosen.only or chosen.only in each.name]
        right = 0
        for stage in stages:
            right += judge(clone, chosen, stage)
        print(f"seed {chosen.seed}: {right} of {len(stages)} named")
        return 0
    except (CannotRace, processes.Failed) as e:
        print(f"run: {e}", file=sys.stderr)
        return 1
    finally:
        processes.stop_all()
        shutil.rmtree(chosen.dir, ignore_errors=True)


def judge(clone, chosen, stage):
    """Prints what was staged and what was said; True if it is named while the job runs."""
    print(f"\n{stage.name}: {stage.amount}", flush=True)
    if stage.link and not chosen.wan:
        print("  left out: no --wan")
        return False
    try:
        live, after = said(clone, chosen, stage)
    except processes.Failed as e:
        print(f"  failed: {e}")
        return False
    is_right = stage.is_named(live.get("reason", ""))
    print(f"  live:  {live.get('reason')}")
    print(f"  host:  {live.get('host')}")
    print(f"  after: {after.get('reason')}")
    print(f"  {'right' if is_right else 'WRONG'} while it runs, {'right' if stage.is_named(after['reason']) else 'WRONG'} afterwards",
          flush=True)
    return is_right


def said(clone, chosen, stage):
    tree = chosen.dir / "data" / "set"
    tree.mkdir(parents=True)
    write(tree, chosen.mib)
    (chosen.dir / "in").mkdir()
    places = {name: pair.Place() for name in "ab"}
    try:
        if stage.link:
            wan(chosen, "up", *stage.link)
            places = {name: pair.Place((str(chosen.wan), "exec", name), ADDRESSES[name]) for name in "ab"}
        sites = pair.paired(clone, chosen.dir, places, stage,
                            {"a": f"data={chosen.dir / 'data'}", "b": f"in={chosen.dir / 'in'}:rw"})
        return asked(sites["b"], chosen.after)
    finally:
        processes.stop_all()
        if stage.link:
            wan(chosen, "down")
        shutil.rmtree(chosen.dir, ignore_errors=True)


def asked(site, after):
    """Returns the explanation while the job runs, the last one with a limit if it is quick, and that of its end."""
    job = pair.job_of(site.ask("submit", "bdm://a/data/set", "bdm://b/in/set", "--recursive"))
    began, live = None, {}
    while True:
        now = pair.explanation(site, job)
        if now["state"] not in ("QUEUED", "PLANNING", "ACTIVE"):
            break
        if now.get("limitedBy"):
            began = began or time.monotonic()
            live = now
            if time.monotonic() - began >= after:
                break
    if now["state"] == "ACTIVE":
        try:
            site.ask("cancel", job)
        except processes.Failed:
            pass  # it has ended meanwhile
        site.ask("wait", job, "--timeout", "60s")
    return live, pair.explanation(site, job)


def write(tree, mebibytes):
    block = os.urandom(MIB)
    for number in range(FILES):
        with open(tree / f"{number}.bin", "wb") as file:
            for piece in range(mebibytes):
                file.write(piece.to_bytes(8, "big") + block[8:])


def wan(chosen, *words):
    done = subprocess.run([str(chosen.wan), *words], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise CannotRace(f"'{chosen.wan} {' '.join(words)}' failed: {done.stdout.strip()}")
