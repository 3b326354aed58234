"""The rounds: every contender once in each, in an order drawn anew, one at a time."""
import dataclasses
import os
import random
import shutil
import time

from racing import datasets, processes

ENDS = ("source", "destination")
PARTS = (*ENDS, "command")
SETTLE_SECONDS = 0.2


@dataclasses.dataclass
class Run:
    """One transfer, as it goes into the JSON file.

    round: from 1; 0 and below are warm-up and do not count
    seconds: wall time of the commands
    processor_seconds, anonymous_bytes: by part: source, destination, command
    compared: every byte of the copy was compared with the set, and was right
    more: what the contender tells besides, such as the job's own time
    failure: why it has no figures, or None
    """
    course: str
    set: str
    contender: str
    round: int
    seconds: float = 0.0
    processor_seconds: dict = dataclasses.field(default_factory=dict)
    anonymous_bytes: dict = dataclasses.field(default_factory=dict)
    more: dict = dataclasses.field(default_factory=dict)
    compared: bool = False
    failure: str = None


class Rounds:
    """Runs the rounds of one course, set by set. A contender that fails on a set is left out of its later rounds."""

    def __init__(self, setting, options, say):
        self._setting = setting
        self._options = options
        self._say = say
        self._arrive = setting.directory.parent / "arrive"
        self._number = 0
        self.runs = []

    def race(self, data, contenders):
        """Appends one Run for each transfer to 'runs'."""
        racing = list(contenders)
        first, last = 1 - self._options.warm_up, self._options.rounds
        for number in range(first, last + 1):
            order = list(racing)
            random.Random(f"{self._options.seed}/{data.name}/{number}").shuffle(order)
            for contender in order:
                run = Run(self._setting.course.name, data.name, contender.name, number)
                self._measure(run, contender, data, every_byte=number in (first, last))
                self.runs.append(run)
                self._tell(run)
                if run.failure:
                    racing.remove(contender)

    def _tell(self, run):
        place = f"round {run.round}/{self._options.rounds}" if run.round > 0 else "warm-up"
        job = f", job {run.more['job_seconds']:.2f} s" if "job_seconds" in run.more else ""
        figure = f"failed: {run.failure}" if run.failure else f"{run.seconds:.2f} s{job}"
        self._say(f"{run.course}, {run.set}, {place}: {run.contender} {figure}")

    def _measure(self, run, contender, data, every_byte):
        with self.destination(contender) as (destination, number):
            try:
                contender.prepare(data, destination, number)
                if not self._setting.is_memory:
                    os.sync()  # what others wrote must not be forced at the cost of this one
                logs = self._transfer(run, contender, data, destination, number)
                run.more = contender.finish(logs)
                if not contender.is_reference:
                    run.failure = datasets.difference(data, contender.placed(destination, number), every_byte)
                    run.compared = every_byte and run.failure is None
            except (processes.Failed, OSError, ValueError, KeyError) as problem:
                run.failure = str(problem) or repr(problem)

    def _transfer(self, run, contender, data, destination, number):
        commands = contender.commands(data, destination, number)
        logs = [self._setting.directory / f"{contender.name}-{index}.log" for index in range(len(commands))]
        groups = {end: list(pids) for end, pids in contender.daemons().items()}
        groups["command"] = []
        before = {end: processes.processor_seconds(contender.daemons()[end]) for end in ENDS}
        with processes.MemoryWatch(groups) as watch:
            run.seconds, used = processes.run(
                commands, logs, self._options.limit, lambda command, process: groups[command.part].append(process.pid))
        time.sleep(SETTLE_SECONDS)  # children of daemons end a little after the last byte
        for end in ENDS:
            daemons = processes.processor_seconds(contender.daemons()[end]) - before[end]
            used[end] = used.get(end, 0.0) + daemons
        run.processor_seconds = {part: round(used.get(part, 0.0), 4) for part in PARTS}
        run.anonymous_bytes = {part: watch.peaks[part] for part in PARTS}
        return logs

    def destination(self, contender):
        """Returns a context with an empty directory and a number of its own; what was placed is removed at its end."""
        self._number += 1
        return _Destination(contender, self._arrive / f"{contender.name}-{self._number}", self._number)


class _Destination:
    def __init__(self, contender, directory, number):
        self._contender = contender
        self._directory = directory
        self._number = number

    def __enter__(self):
        self._directory.mkdir(parents=True)
        return self._directory, self._number

    def __exit__(self, *_):
        for directory in {self._directory, self._contender.placed(self._directory, self._number)}:
            shutil.rmtree(directory, ignore_errors=True)
