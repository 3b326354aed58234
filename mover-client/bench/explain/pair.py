"""A source and a destination site, paired, each with what a stage puts around it."""
import json
import re
import subprocess
import time

from racing import processes
from racing.mover import OURS, READY
from staged import FILES

READY_SECONDS = 180


class Place:
    """Where one server runs: the words that bring a command there, and the address of its services."""

    def __init__(self, prefix=(), address=None):
        self.prefix = tuple(prefix)
        self.address = address


class Site:
    """One server."""

    def __init__(self, clone, directory, name, place, stage, export):
        self.name = name
        self._clone = clone
        self._home = directory / name
        self._place = place
        log = directory / f"{name}.log"
        distant = ["--bind", place.address, "--tls-self-signed"] if place.address else []
        files = [word for file in sorted((directory / "data").rglob("*.bin")) for word in ("-P", str(file))]
        around = [each for word in stage.around.get(name, ()) for each in (files if word == FILES else [word])]
        argv = [*around, str(clone / "mover-server" / "bin" / "mover-server"), "--site", name,
                "--home", self._home, "--port", "0", "--data-port", "0", "--data-security", "tls", "--export", export,
                *distant, *stage.options.get(name, ())]
        environment = dict.fromkeys(OURS)
        if name in stage.java:
            environment["BDM_JAVA_OPTS"] = stage.java[name]
        self._process = processes.start(argv, place, log, environment=environment)
        self._url = self._await_ready(log)

    def _await_ready(self, log):
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            said = READY.search(log.read_text(errors="replace"))
            if said:
                return said.group(2)
            if self._process.poll() is not None:
                break
            time.sleep(0.1)
        raise processes.Failed(f"site {self.name} did not start: {processes.last_lines(log)}")

    def ask(self, *words):
        """Runs bdm-client here and returns what it prints."""
        environment = dict.fromkeys(OURS)
        environment["BDM_SERVER"] = self._url
        environment["BDM_TOKEN_FILE"] = str(self._home / "admin.token")
        if self._place.address:
            environment["BDM_CA_FILE"] = str(self._home / "web-cert.pem")
        client = self._clone / "mover-client" / "bin" / "bdm-client"
        done = subprocess.run([*self._place.prefix, str(client), *words], text=True, stdin=subprocess.DEVNULL,
                              env=processes.changed_environment(environment), capture_output=True)
        if done.returncode not in (0, 7):
            raise processes.Failed(f"bdm-client {words[0]} ended with code {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def stop(self):
        processes.stop([self._process])


def paired(clone, directory, places, stage, exports):
    """Starts both sites and pairs them; returns them by name."""
    sites = {}
    for name in "ab":
        sites[name] = Site(clone, directory, name, places[name], stage, exports[name])
    code = sites["a"].ask("site", "invite", "b", "--read", "data").strip()
    sites["b"].ask("site", "add", "a", code)
    if stage.max_rate:
        sites["b"].ask("link", "set", "a", "b", "--max-rate", stage.max_rate)
    return sites


def job_of(said):
    return re.search(r"^job-\d+$", said, re.MULTILINE).group()


def explanation(site, job):
    return json.loads(site.ask("explain", job, "--json"))
