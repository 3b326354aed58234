"""A PostgreSQL of this bench: made anew, durable as in production, on a host of its own."""
import pathlib
import re
import shutil
import subprocess

from racing import processes
from racing.course import CannotRace

USER = "bdm"


def programs():
    """Returns the directory with initdb and postgres of the newest PostgreSQL that is installed."""
    found = shutil.which("initdb")
    if found:
        return pathlib.Path(found).parent
    versions = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"),
                      key=lambda path: int(re.search(r"/(\d+)/bin/", str(path)).group(1)))
    if not versions:
        raise CannotRace("no PostgreSQL server is installed (Debian: postgresql)")
    return versions[-1].parent


class Postgres:
    """A server below a directory; PostgreSQL does not run as root, so the user postgres owns it."""

    def __init__(self, directory, host):
        self._data = directory / "pg"
        self._log = directory / "postgres.log"
        self._host = host

    @property
    def url(self):
        return f"jdbc:postgresql://{self._host.address}:5432/postgres"

    def start(self):
        self._data.mkdir()
        shutil.chown(self._data, "postgres", "postgres")
        self._run(programs() / "initdb", "-D", self._data, "-U", USER, "-A", "trust")
        with open(self._data / "pg_hba.conf", "a") as rules:
            rules.write("host all all samenet trust\n")
        # A catalog on another host is refused without TLS.
        self._run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=db",
                  "-keyout", self._data / "server.key", "-out", self._data / "server.crt")
        process = processes.start(
            ["runuser", "-u", "postgres", "--", programs() / "postgres", "-D", self._data, "-c",
             f"listen_addresses={self._host.address}", "-c", "unix_socket_directories=", "-c", "max_connections=200",
             "-c", "ssl=on"],
            self._host, self._log, cwd="/")
        processes.await_port(_Child(process), 5432, self._log)

    @staticmethod
    def _run(program, *words):
        command = ["runuser", "-u", "postgres", "--", str(program), *map(str, words)]
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd="/")
        if done.returncode != 0:
            raise CannotRace(f"{program} failed: {done.stdout.strip()}")


class _Child:
    """The process that runuser started, with what await_port() asks of a process."""

    def __init__(self, parent):
        self._parent = parent
        self.returncode = None

    @property
    def pid(self):
        return processes.tree(self._parent.pid)[-1]

    def poll(self):
        self.returncode = self._parent.poll()
        return self.returncode
