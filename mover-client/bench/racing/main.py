"""Runs the race and writes its tables."""
import dataclasses
import fcntl
import json
import pathlib
import shutil
import signal
import sys
import time

from racing import calls, copies, course, datasets, http_peers, machine, options, peers, processes, tables
from racing.contender import Setting, program, version
from racing.course import CannotRace
from racing.figures import Results
from racing.mover import OTHER, PLAIN, Mover, MoverPair, check_built
from racing.mover_http import MoverFromNginx
from racing.rounds import Rounds

CLONE = pathlib.Path(__file__).resolve().parents[3]
COPIES = (copies.Copy, copies.CopyForced)
REFERENCES = (copies.IperfCubic, copies.IperfBbr, copies.Nuttcp)
WARM_SHARE = 0.5
PROGRAMS = ("globus-url-copy", "globus-gridftp-server", "rsync", "nginx", "curl", "aria2c", "lftp", "rclone", "iperf3",
            "nuttcp")
VERSION_OPTIONS = {"globus-url-copy": "-version", "globus-gridftp-server": "-version", "nginx": "-v",
                   "rclone": "version", "nuttcp": "-V"}


def main(arguments):
    """Returns the exit code."""
    chosen = options.parse(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    race = Race(chosen)
    try:
        return race.run()
    except CannotRace as reason:
        print(f"race: {reason}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130
    finally:
        race.close()


def say(line):
    """Progress goes to the error output, so that the tables can be redirected alone."""
    print(line, file=sys.stderr, flush=True)


class Race:
    """Everything from the first check to the last table."""

    def __init__(self, chosen):
        self._options = chosen
        self._directory = chosen.dir.absolute()
        self._run_directory = self._directory / "run"
        self._warmth = machine.Warmth()
        self._lock = None
        self._remarks = []
        self._runs = []
        self._calls = []
        self._sections = []
        self._facts = machine.facts()

    def run(self):
        clones = {"bdm": CLONE}
        if self._options.against:
            clones[OTHER] = self._options.against.absolute()
        for clone in clones.values():
            check_built(clone)
        courses = self._courses()
        if not courses:
            raise CannotRace("nothing left to race over")
        self._take_directory()
        kinds = self._peers()
        data_sets = self._data_sets()
        self._keep_warm(data_sets)
        busy = machine.busy()
        if busy:
            self._remark(busy)
        self._add_section("\n".join(["# Race", "", *[f"- {name}: {value}" for name, value in self._facts.items()]]))
        for one in courses:
            self._race_over(one, clones, kinds, data_sets)
        self._write_files()
        return 1 if any(run.failure for run in self._runs) else 0

    def close(self):
        """Ends what was started, and removes all but the data sets and the logs."""
        processes.stop_all()
        self._warmth.release()
        if self._lock:
            shutil.rmtree(self._directory / "arrive", ignore_errors=True)
            for home in self._run_directory.glob("bdm*/"):
                shutil.rmtree(home, ignore_errors=True)
            say(f"data sets and logs stay; to remove them: rm -r {self._directory}")

    def _remark(self, text):
        self._remarks.append(text)
        say(f"note: {text}")

    def _courses(self):
        courses = []
        for rtt in self._options.wan:
            missing = None if rtt == "0" else course.missing_emulator(self._options.wan_tool)
            if missing:
                self._remark(f"distance {rtt} is skipped: {missing}")
            elif rtt == "0":
                courses.append(course.Loopback())
            else:
                courses.append(course.EmulatedLink(
                    self._options.wan_tool, rtt, self._options.rate, self._options.loss, self._run_directory))
        return courses

    def _take_directory(self):
        """One race at a time in a directory; what an earlier one left, but for the data sets, is removed."""
        self._directory.mkdir(parents=True, exist_ok=True)
        lock = open(self._directory / "lock", "w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotRace(f"another race uses {self._directory}; choose another --dir") from None
        self._lock = lock
        for name in ("run", "arrive"):
            shutil.rmtree(self._directory / name, ignore_errors=True)
        self._run_directory.mkdir()
        self._is_memory = machine.is_memory(self._directory)
        if not self._is_memory:
            self._remark(f"{self._directory} is not on tmpfs: its disk takes part in the race")

    def _peers(self):
        """Returns the kinds of contenders whose programs are installed; says which are not."""
        found = [name for name in PROGRAMS if program(name)]
        self._facts["programs"] = {
            name: version([program(name), VERSION_OPTIONS.get(name, "--version")]) for name in found}
        kinds = [kind for kind in COPIES if not (kind.needs_disk and self._is_memory)]
        for kind in (*peers.ALL, *http_peers.ALL, *REFERENCES):
            if kind.family not in self._options.peers or (kind.needs_disk and self._is_memory):
                continue
            missing = kind.missing()
            if missing:
                self._remark(f"{kind.name} is left out: {', '.join(missing)} not installed")
            else:
                kinds.append(kind)
        return kinds

    def _data_sets(self):
        below = self._directory / "sets"
        below.mkdir(exist_ok=True)
        every, biggest = datasets.need_bytes(self._options.sets, self._options.scale)
        there = sum(file.stat().st_size for file in below.rglob("*") if file.is_file())
        machine.check_space(self._directory, max(0, every - there) + biggest)
        built = []
        for name in self._options.sets:
            began = time.monotonic()
            data = datasets.build(name, self._options.scale, below)
            say(f"{name}: {data.count_text}, {data.gigabytes:.2f} GB ({time.monotonic() - began:.1f} s)")
            built.append(data)
        return built

    def _keep_warm(self, data_sets):
        """Holds memory for what is written at once: one copy of the biggest set, and what else the programs take."""
        gib = self._options.hold
        if gib is None:
            wanted = 2 * max(data.bytes for data in data_sets) / machine.GIB + 1
            gib = min(wanted, WARM_SHARE * machine.available_bytes() / machine.GIB) if self._is_memory else 0
        cold = machine.write_seconds_per_gib(self._directory)
        if gib > 0:
            self._warmth.hold(gib)
        warm = machine.write_seconds_per_gib(self._directory)
        self._facts["memory"] = {"held_gib": round(gib, 2), "write_seconds_per_gib_before": round(cold, 2),
                                 "write_seconds_per_gib": round(warm, 2)}
        say(f"memory: {gib:.1f} GiB kept warm; writing 1 GiB took {cold:.2f} s before and takes {warm:.2f} s")

    def _race_over(self, one, clones, kinds, data_sets):
        try:
            one.start()
            setting = Setting(one, self._directory / "sets", self._run_directory, self._is_memory)
            contenders = self._start(setting, clones, kinds)
            self._add_section(f"## Who verifies what, {one.name}\n\n{tables.verified_table(contenders)}")
            rounds = Rounds(setting, self._options, say)
            for data in data_sets:
                self._race_set(rounds, setting, contenders, data)
        finally:
            processes.stop_all()
            one.stop()
            for name in (*clones, PLAIN):
                shutil.rmtree(self._run_directory / name, ignore_errors=True)
                shutil.rmtree(self._directory / "arrive" / name, ignore_errors=True)

    def _start(self, setting, clones, kinds):
        contenders = []
        for kind in kinds:
            if kind is copies.IperfBbr and not setting.course.is_distant:
                continue  # loopback loses nothing
            contender = kind(setting)
            try:
                contender.start()
                contenders.append(contender)
            except (processes.Failed, OSError) as problem:
                self._remark(f"{kind.name} is left out on {setting.course.name}: {problem}")
        if setting.course.is_distant:  # on loopback all is plain
            clones = {**clones, PLAIN: CLONE}
        for label, clone in clones.items():
            pair = MoverPair(label, clone, setting)
            try:
                pair.start()
            except processes.Failed as problem:
                raise CannotRace(f"{label}: {problem}") from None
            ready = ", ".join(f"{seconds:.1f} s" for seconds in pair.seconds_until_ready.values())
            self._remark(f"{label} on {setting.course.name}: data {pair.data_security}; servers ready after {ready}")
            contenders += [Mover(setting, pair, digest) for digest in self._options.digest]
            if self._options.from_nginx and label != PLAIN:  # no site sends
                contenders += self._start_from_nginx(setting, pair)
        return contenders

    def _start_from_nginx(self, setting, pair):
        if not program("nginx"):
            self._remark(f"{pair.label} from nginx is left out: nginx not installed")
            return []
        contenders = [MoverFromNginx(setting, pair, digest) for digest in self._options.digest]
        for contender in contenders:
            contender.start()
        return contenders

    def _race_set(self, rounds, setting, contenders, data):
        racing = []
        for contender in contenders:
            reason = contender.declines(data)
            if reason:
                self._remark(f"{contender.name} does not race on {data.name}: {reason}")
            else:
                racing.append(contender)
        before = len(rounds.runs)
        ticks = machine.Ticks()
        rounds.race(data, racing)
        self._runs += rounds.runs[before:]
        counted = self._count_calls(rounds, setting, racing, data) if self._options.count_calls else []
        section = self._section(Results(rounds.runs, setting.course.name, data), racing, counted, ticks.steal_percent())
        self._add_section(section)

    def _count_calls(self, rounds, setting, racing, data):
        missing = calls.missing()
        if missing:
            self._remark(f"system calls are not counted: {missing}")
            return []
        counted = []
        for contender in racing:
            if not contender.is_reference:
                say(f"{setting.course.name}, {data.name}, counting system calls: {contender.name}")
                counted.append(calls.count(rounds, setting, contender, data, self._options.limit))
        self._calls += counted
        return counted

    def _add_section(self, section):
        self._sections.append(section)
        print(f"\n{section}", flush=True)

    def _section(self, results, racing, counted, steal_percent):
        data = results.data
        lines = [f"## {data.name}, {results.course}: {data.count_text}, {data.gigabytes:.2f} GB", "",
                 f"{self._options.rounds} rounds, medians [lowest..highest]; steal {steal_percent} %.", "",
                 tables.race_table(results, racing)]
        for heading, body in (
                ("Ours divided by others, same round; below 1 ours is faster:", tables.ratio_table(results, racing)),
                ("This clone divided by the other, same round:", tables.against_table(results, racing)),
                ("System calls, a run of its own:", tables.calls_table(counted))):
            if body:
                lines += ["", heading, "", body]
        failures = [f"- {name} failed: {failure}" for name, failure in results.failures.items()]
        compared = [run.contender for run in self._runs
                    if run.compared and (run.course, run.set) == (results.course, data.name)]
        lines += ["", "Every byte compared with the source: " + ", ".join(dict.fromkeys(compared)) + "."]
        return "\n".join(lines + ([""] + failures if failures else []))

    def _write_files(self):
        if self._options.markdown:
            notes = "\n".join(["## Notes", "", *[f"- {remark}" for remark in self._remarks]])
            self._options.markdown.write_text("\n\n".join([*self._sections, notes]) + "\n")
        if self._options.json:
            self._options.json.write_text(json.dumps({
                "machine": self._facts, "remarks": self._remarks,
                "options": {name: _plain(value) for name, value in vars(self._options).items()},
                "runs": [dataclasses.asdict(run) for run in self._runs],
                "calls": [dataclasses.asdict(one) for one in self._calls]}, indent=1) + "\n")


def _plain(value):
    return str(value) if isinstance(value, pathlib.Path) else value
