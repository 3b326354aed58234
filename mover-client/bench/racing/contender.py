"""What takes part in the race, and the services they share."""
import pathlib
import random
import re
import shutil
import socket
import subprocess

from racing import processes

PORTS = 8000
PLACES = ("/usr/local/sbin", "/usr/sbin", "/sbin")


def program(name):
    """Returns the path of an installed program, or None; daemons lie outside of an ordinary PATH."""
    return shutil.which(name) or shutil.which(name, path=":".join(PLACES))


def version(argv):
    """Returns the first line with a number that a program says about itself."""
    try:
        said = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=20).stdout.decode(errors="replace")
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"
    for line in said.splitlines():
        if re.search(r"\d", line):
            return line.strip()[:80]
    return "unknown"


def free_port():
    """Returns a TCP port that nobody uses now, and that the kernel gives to no outgoing connection later."""
    with open("/proc/sys/net/ipv4/ip_local_port_range") as file:
        first_outgoing = int(file.read().split()[0])
    while True:
        port = random.randrange(max(1024, first_outgoing - PORTS), max(1025, first_outgoing))
        with socket.socket() as probe:
            try:
                probe.bind(("", port))
                return port
            except OSError:
                continue


class Setting:
    """What contenders are given.

    course: the two ends
    sets: directory with the data sets, readable at the source
    directory: for configuration and logs
    is_memory: True if the destination is on a file system without a disk
    services: daemons by key, started once and shared
    """

    def __init__(self, course, sets, directory, is_memory):
        self.course = course
        self.is_memory = is_memory
        self.sets = pathlib.Path(sets)
        self.directory = pathlib.Path(directory)
        self._services = {}
        self._ports = {}

    def daemon(self, key, end, port, argv):
        """Starts a daemon once and returns its process; argv is called when it was not started yet.

        Throws Failed, each time, when it does not listen.
        """
        if key not in self._services:
            log = self.directory / f"{key}.log"
            process = processes.start(argv(), end, log)
            try:
                processes.await_port(process, port, log)
                self._services[key] = process
            except processes.Failed as problem:
                processes.stop([process])
                self._services[key] = problem
        if isinstance(self._services[key], processes.Failed):
            raise self._services[key]
        return self._services[key]

    def port(self, key):
        """Returns the same free port for the same key."""
        return self._ports.setdefault(key, free_port())


class Contender:
    """One way to move a data set. Subclasses name themselves, start daemons, and give commands to be timed."""

    name = ""
    family = ""
    programs = ()
    verifies = ""
    is_reference = False  # moves no files
    is_ours = False
    is_other = False  # ours, but of the clone given with --against
    needs_disk = False  # says nothing where the destination is in memory

    def __init__(self, setting):
        self.setting = setting
        self.course = setting.course

    @classmethod
    def missing(cls):
        """Returns the programs it needs that are not installed."""
        return [name for name in cls.programs if program(name) is None]

    def declines(self, data):
        """Returns why it does not race on a set, or None."""
        return None

    def start(self):
        """Starts its daemons."""

    def daemons(self):
        """Returns {'source': [pid..], 'destination': [pid..]} of long-lived processes."""
        return {"source": [], "destination": []}

    def prepare(self, data, destination, number):
        """Does what is not timed; the directory 'destination' is there and empty."""

    def commands(self, data, destination, number):
        """Returns the commands that together move the set."""
        raise NotImplementedError

    def placed(self, destination, number):
        """Returns the directory that holds the set afterwards."""
        return destination

    def finish(self, logs):
        """Returns further figures of the run that has just ended, as a dictionary; not timed."""
        return {}

    def pull(self, *argv, cwd=None):
        """A command at the destination that receives the data."""
        return processes.Command(tuple(argv), self.course.destination, "destination", cwd)
