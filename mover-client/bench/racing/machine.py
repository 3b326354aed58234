"""What the figures depend on: the machine, its memory, who else works on it."""
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import time

from racing.contender import version
from racing.course import CannotRace

GIB = 1 << 30
MEMORY_SYSTEMS = ("tmpfs", "ramfs")
TRIAL_BYTES = 512 << 20
SPARE_BYTES = 2 * GIB
BUSY_LOAD = 0.5


def _first(path, start=""):
    try:
        with open(path) as file:
            return next((line.strip() for line in file if line.startswith(start)), "")
    except OSError:
        return ""


def facts():
    """Returns what a reader of the figures needs to know about this machine."""
    return {
        "processor": _first("/proc/cpuinfo", "model name").partition(":")[2].strip() or platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(_kib("MemTotal:") / (1 << 20), 1),
        "kernel": platform.release(),
        "system": _first("/etc/os-release", "PRETTY_NAME=").partition("=")[2].strip('"'),
        "java": version([os.path.join(os.environ["JAVA_HOME"], "bin/java") if "JAVA_HOME" in os.environ else "java",
                         "-version"]),
        "congestion_control": _first("/proc/sys/net/ipv4/tcp_congestion_control"),
    }


def _kib(name):
    return int(_first("/proc/meminfo", name).split()[1])


def available_bytes():
    return _kib("MemAvailable:") * 1024


def is_memory(directory):
    """True if a directory lies on a file system in memory."""
    real = str(directory.resolve())
    best, kind = "", ""
    with open("/proc/self/mounts") as file:
        for line in file:
            _, mount, system = line.split()[:3]
            if (real == mount or real.startswith(mount.rstrip("/") + "/")) and len(mount) >= len(best):
                best, kind = mount, system
    return kind in MEMORY_SYSTEMS


def check_space(directory, need_bytes):
    """Throws CannotRace when the sets, or the biggest of them once more, do not fit."""
    free = shutil.disk_usage(directory).free
    if is_memory(directory):
        free = min(free, available_bytes() - SPARE_BYTES)
    if free < need_bytes:
        raise CannotRace(f"{directory} needs {need_bytes / GIB:.1f} GiB more and can take {max(0, free) / GIB:.1f} GiB;"
                         " choose fewer --sets, a smaller --scale or another --dir")


def busy():
    """Returns a warning when something else works here, or None."""
    load = os.getloadavg()[0]
    return f"the machine is busy (load {load:.1f}); the figures mean little" if load > BUSY_LOAD else None


class Ticks:
    """Processor time of the whole machine since it was made, in shares: what a host took away shows as steal."""

    def __init__(self):
        self._before = self._read()

    @staticmethod
    def _read():
        return [int(field) for field in _first("/proc/stat", "cpu ").split()[1:9]]

    def steal_percent(self):
        spent = [after - before for after, before in zip(self._read(), self._before)]
        return round(100.0 * spent[7] / max(1, sum(spent)), 2)


class Warmth:
    """Keeps memory warm in a process of its own; see hold.py."""

    def __init__(self):
        self._process = None

    def hold(self, gib):
        """Returns when that much memory is held."""
        script = pathlib.Path(__file__).with_name("hold.py")
        self._process = subprocess.Popen([sys.executable, str(script), f"{gib:.3f}"],
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self._process.stdout.readline() != b"held\n":
            raise CannotRace(f"cannot hold {gib:.1f} GiB of memory; give less with --hold, or --hold 0")

    def release(self):
        if self._process:
            self._process.stdin.close()
            self._process.wait()
            self._process = None


def write_seconds_per_gib(directory):
    """Returns how long writing to fresh pages below a directory takes, which shows whether memory is warm."""
    file = directory / "trial"
    piece = b"\1" * (4 << 20)
    began = time.monotonic()
    with open(file, "wb", buffering=0) as output:
        for _ in range(TRIAL_BYTES // len(piece)):
            output.write(piece)
    seconds = time.monotonic() - began
    file.unlink()
    return seconds * GIB / TRIAL_BYTES
