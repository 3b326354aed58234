"""Where the race is run: two ends, on loopback or joined by an emulated link."""
import dataclasses
import os
import pathlib
import shutil
import socket
import subprocess


NAMESPACE_FILES = pathlib.Path("/etc/netns")  # ip netns exec shows NAME/hosts below it as /etc/hosts


class CannotRace(Exception):
    """A sentence for the person who started the race."""


@dataclasses.dataclass(frozen=True)
class End:
    """One side of the transfer.

    name: 'source' or 'destination'
    address: IP address of its services
    prefix: what a command line begins with to run there
    """
    name: str
    address: str
    prefix: tuple = ()


HERE = End("here", "")


class Loopback:
    """Both ends on 127.0.0.1."""

    name = "loopback"
    is_distant = False
    source = End("source", "127.0.0.1")
    destination = End("destination", "127.0.0.1")

    def start(self):
        pass

    def stop(self):
        pass


class EmulatedLink:
    """Each end in a network namespace of its own, joined by the emulator 'wan'.

    The emulator compiles itself beside its source, so a copy of its directory is used.
    """

    is_distant = True

    def __init__(self, tool, rtt, rate, loss, directory):
        self._tool = tool
        self._settings = ["--rtt", rtt, "--rate", rate, "--loss", f"{loss:g}"]
        self._copy = pathlib.Path(directory) / "wan"
        self._label = f"race{os.getpid()}"
        self._namespace_files = [NAMESPACE_FILES / f"{self._label}-{side}" for side in "ab"]
        self.name = f"{rtt} at {rate}" + ("" if loss == 0 else f", loss {loss:g}")
        self.source = End("source", "10.77.0.1", ("ip", "netns", "exec", f"{self._label}-a"))
        self.destination = End("destination", "10.77.0.2", ("ip", "netns", "exec", f"{self._label}-b"))

    def change(self, rtt, rate, loss):
        """Puts another link between the same namespaces; connections over it break."""
        self._settings = ["--rtt", rtt, "--rate", rate, "--loss", f"{loss:g}"]
        self._wan("set", *self._settings)

    def start(self):
        shutil.copytree(self._tool, self._copy, dirs_exist_ok=True)
        both = (self.source, self.destination)
        for directory, own in zip(self._namespace_files, both):
            # GridFTP looks up the names of addresses and the address of its host; no resolver is in reach.
            lines = ["127.0.0.1 localhost", f"{own.address} {socket.gethostname()}"]
            directory.mkdir(parents=True)
            (directory / "hosts").write_text("\n".join(lines + [f"{end.address} {end.name}" for end in both]) + "\n")
        self._wan("up", *self._settings)

    def stop(self):
        for directory in self._namespace_files:
            shutil.rmtree(directory, ignore_errors=True)
        if self._copy.exists():
            self._wan("down")

    def _wan(self, *words):
        done = subprocess.run([str(self._copy / "wan"), "--name", self._label, *words], text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise CannotRace(f"the link emulator failed at '{words[0]}': {done.stdout.strip()}")


def missing_emulator(tool):
    """Returns why no distance can be emulated here, or None."""
    if tool is None:
        return "no link emulator; name its directory with --wan-tool or RACE_WAN_TOOL"
    if not os.access(tool / "wan", os.X_OK):
        return f"no program 'wan' in {tool}"
    if os.geteuid() != 0:
        return "the link emulator needs root"
    if shutil.which("ip") is None:
        return "the link emulator needs ip (iproute2)"
    return None
