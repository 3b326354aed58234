"""Starting processes, and what they used: wall time, processor time, anonymous memory."""
import dataclasses
import os
import signal
import subprocess
import threading
import time

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
SAMPLE_SECONDS = 0.05
STOP_SECONDS = 12
LAST_LINES = 4

_running = []


class Failed(Exception):
    """What failed, with the last lines that were written about it."""


@dataclasses.dataclass(frozen=True)
class Command:
    """A command line that runs at one end.

    part: in whose name its processor time counts: 'source', 'destination' or 'command'
    """
    argv: tuple
    end: object
    part: str
    cwd: object = None
    environment: dict = dataclasses.field(default_factory=dict)


def start(argv, end, log, cwd=None, environment=None):
    """Starts a process in a group of its own; what it writes goes to a file. stop_all() ends it at the latest.

    environment: changes to ours; None removes a variable
    """
    own = changed_environment(environment or {})
    with open(log, "wb") as output:
        process = subprocess.Popen([*end.prefix, *map(str, argv)], stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=subprocess.STDOUT, cwd=cwd, env=own, start_new_session=True)
    _running.append(process)
    return process


def changed_environment(changes):
    """Returns the environment of this process with changes; None removes a variable."""
    own = dict(os.environ)
    own.update(changes)
    return {name: value for name, value in own.items() if value is not None}


def stop(processes):
    """SIGTERM to the groups of all, SIGKILL to those that do not end."""
    for process in processes:
        _signal(process, signal.SIGTERM)
    deadline = time.monotonic() + STOP_SECONDS
    for process in processes:
        try:
            process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            pass
        _signal(process, signal.SIGKILL)  # also what a daemon left in its group
        process.wait()
        if process in _running:
            _running.remove(process)


def stop_all():
    """Ends everything that was started and still runs."""
    stop(list(_running))


def _signal(process, number):
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        pass


def last_lines(log):
    """Returns the end of a log as one line."""
    try:
        with open(log, errors="replace") as file:
            lines = [line.strip() for line in file.read().replace("\r", "\n").splitlines() if line.strip()]
    except OSError:
        return "nothing written"
    return " | ".join(lines[-LAST_LINES:])[-500:] or "nothing written"


def tree(pid):
    """Returns a process and its descendants, as far as their main threads started them."""
    found = [pid]
    for parent in found:
        try:
            with open(f"/proc/{parent}/task/{parent}/children") as file:
                found.extend(int(child) for child in file.read().split())
        except (OSError, ValueError):
            pass
    return found


def processor_seconds(pids):
    """Returns user and system time of process trees; children that ended are counted by who waited for them."""
    ticks = 0
    for root in pids:
        for pid in tree(root):
            try:
                with open(f"/proc/{pid}/stat") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except (OSError, IndexError):
                continue
            ticks += sum(int(field) for field in fields[11:15])  # utime stime cutime cstime
    return ticks / TICKS_PER_SECOND


def anonymous_bytes(pids):
    """Returns the sum of RssAnon over process trees."""
    total = 0
    for root in pids:
        for pid in tree(root):
            try:
                with open(f"/proc/{pid}/status") as file:
                    text = file.read()
            except OSError:
                continue
            at = text.find("RssAnon:")
            if at >= 0:
                total += int(text[at + 8:].split(None, 1)[0]) * 1024
    return total


class MemoryWatch:
    """Samples the anonymous memory of named groups of processes while a block runs; peaks holds the highest sums."""

    def __init__(self, groups):
        self._groups = groups  # name -> list of process numbers, which may grow
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)
        self.peaks = dict.fromkeys(groups, 0)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._thread.join()

    def _sample(self):
        while True:
            for name, pids in self._groups.items():
                if pids:
                    self.peaks[name] = max(self.peaks[name], anonymous_bytes(list(pids)))
            if self._ended.wait(SAMPLE_SECONDS):
                return


def run(commands, logs, limit_seconds, started=None):
    """Runs commands side by side until all have ended; returns (seconds, {part: processor seconds}).

    started: called with each command and its process. Throws Failed when one of them fails or the limit passes.
    """
    began = time.monotonic()
    processes = []
    for command, log in zip(commands, logs):
        process = start(command.argv, command.end, log, command.cwd, command.environment)
        processes.append(process)
        if started:
            started(command, process)
    late = threading.Event()
    timer = threading.Timer(limit_seconds, _end_late, (processes, late))
    timer.daemon = True
    timer.start()
    used = {}
    for command, process in zip(commands, processes):
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        used[command.part] = used.get(command.part, 0.0) + usage.ru_utime + usage.ru_stime
    seconds = time.monotonic() - began
    timer.cancel()
    for process in processes:
        _running.remove(process)
    if late.is_set():
        raise Failed(f"not done after {limit_seconds:g} s (--limit)")
    for command, process, log in zip(commands, processes, logs):
        if process.returncode != 0:
            raise Failed(f"{command.argv[0]} ended with code {process.returncode}: {last_lines(log)}")
    return seconds, used


def _end_late(processes, late):
    late.set()
    for process in processes:
        if process.returncode is None:
            _signal(process, signal.SIGKILL)


def await_port(process, port, log, seconds=30.0):
    """Waits until a process listens on a TCP port, without connecting to it."""
    wanted = f":{port:04X}"
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise Failed(f"the server ended with code {process.returncode}: {last_lines(log)}")
        for table in ("tcp", "tcp6"):
            try:
                with open(f"/proc/{process.pid}/net/{table}") as file:
                    rows = [row.split() for row in file.readlines()[1:]]
            except OSError:
                rows = []
            if any(row[1].endswith(wanted) and row[3] == "0A" for row in rows):
                return
        time.sleep(0.05)
    raise Failed(f"does not listen on port {port}: {last_lines(log)}")
