"""System calls of each end, counted by strace in a run of its own that is not timed."""
import dataclasses
import os
import signal
import time

from racing import datasets, processes
from racing.contender import program
from racing.course import HERE
from racing.rounds import ENDS

ATTACH_SECONDS = 30
SLOWDOWN = 20


@dataclasses.dataclass
class Calls:
    """counts: by end, {call: [calls, those that failed]}"""
    course: str
    set: str
    contender: str
    files: int
    counts: dict = dataclasses.field(default_factory=dict)
    failure: str = None


def missing():
    """Returns why nothing can be counted here, or None."""
    return None if program("strace") else "no strace"


def count(rounds, setting, contender, data, limit_seconds):
    """Runs a contender once more with strace at its daemons and at the commands that are an end of the transfer."""
    result = Calls(setting.course.name, data.name, contender.name, len(data.files))
    with rounds.destination(contender) as (destination, number):
        tracers = []
        try:
            contender.prepare(data, destination, number)
            files = {end: [] for end in ENDS}
            for end in ENDS:
                tracers += _attach(contender.daemons()[end], setting, files[end], f"{contender.name}-{end}")
            commands = [_traced(command, setting, files, f"{contender.name}-{index}")
                        for index, command in enumerate(contender.commands(data, destination, number))]
            logs = [setting.directory / f"{contender.name}-{index}.log" for index in range(len(commands))]
            processes.run(commands, logs, limit_seconds * SLOWDOWN)
            _check_all_traced(contender)
            _detach(tracers)
            result.failure = datasets.difference(data, contender.placed(destination, number), every_byte=False)
            result.counts = {end: _sum(files[end]) for end in ENDS}
        except (processes.Failed, OSError, ValueError) as problem:
            result.failure = str(problem)
        finally:
            processes.stop(tracers)
    return result


def _attach(roots, setting, files, name):
    """Starts strace on running process trees; returns when it has attached."""
    pids = [pid for root in roots for pid in processes.tree(root)]
    if not pids:
        return []
    file = setting.directory / f"{name}.calls"
    file.unlink(missing_ok=True)
    files.append(file)
    argv = ["strace", "-f", "-c", "-U", "calls,errors,name", "-o", file]
    for pid in pids:
        argv += ["-p", pid]
    log = setting.directory / f"{name}.strace.log"
    tracer = processes.start(argv, HERE, log)
    deadline = time.monotonic() + ATTACH_SECONDS
    while not all(_is_traced(pid) for pid in pids):
        if tracer.poll() is not None or time.monotonic() > deadline:
            processes.stop([tracer])
            raise processes.Failed(f"strace cannot attach: {processes.last_lines(log)}")
        time.sleep(0.05)
    return [tracer]


def _check_all_traced(contender):
    """Throws Failed when a thread has escaped, which makes the counts too small."""
    roots = [pid for pids in contender.daemons().values() for pid in pids]
    if not all(_is_traced(pid) for root in roots for pid in processes.tree(root)):
        raise processes.Failed("strace missed threads; run it again")


def _is_traced(pid):
    """True when all threads of a process are traced."""
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/status") as file:
                if "TracerPid:\t0\n" in file.read():
                    return False
        except OSError:
            continue  # it has just ended
    return True


def _traced(command, setting, files, name):
    if command.part not in ENDS:
        return command
    file = setting.directory / f"{name}.command.calls"
    file.unlink(missing_ok=True)
    files[command.part].append(file)
    argv = ("strace", "-f", "-c", "-U", "calls,errors,name", "-o", file, *command.argv)
    return dataclasses.replace(command, argv=argv)


def _detach(tracers):
    """Has strace write its table."""
    for tracer in tracers:
        os.kill(tracer.pid, signal.SIGINT)
    for tracer in tracers:
        tracer.wait(ATTACH_SECONDS)


def _sum(files):
    """Adds up the tables of strace: lines of 'calls [errors] name'."""
    sums = {}
    for file in files:
        for line in file.read_text().splitlines():
            fields = line.split()
            if len(fields) not in (2, 3) or not fields[0].isdigit() or fields[-1] == "total":
                continue
            entry = sums.setdefault(fields[-1], [0, 0])
            entry[0] += int(fields[0])
            entry[1] += int(fields[1]) if len(fields) == 3 else 0
    return sums
