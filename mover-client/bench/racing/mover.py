"""The mover: two servers, and the command that submits a job and waits for it."""
import datetime
import json
import re
import subprocess
import time

from racing import processes
from racing.contender import Contender
from racing.course import CannotRace

READY = re.compile(r"^ready site=(\S+) url=(\S+) data=(\S+) home=(.*) fingerprint=(\S+)(.*)$", re.MULTILINE)
DIGEST_NAMES = {"sha256": "SHA-256", "crc32c": "CRC-32C"}
READY_SECONDS = 180
OTHER = "bdm-other"  # label of the pair of the clone given with --against
PLAIN = "bdm-plain"  # label of the pair that sends file data without TLS over a distance
OURS = ("BDM_SERVER", "BDM_TOKEN_FILE", "BDM_CA_FILE", "BDM_HOME")


def check_built(clone):
    """Throws CannotRace when a clone was not built: the launchers would build it, and somebody would wait unasked."""
    for module in ("mover-server", "mover-client"):
        if not list((clone / module / "target").glob(f"{module}-*-exec.jar")):
            raise CannotRace(f"{clone} is not built; run: (cd {clone} && mvn -DskipTests package)")


class MoverPair:
    """A source and a destination site of one clone, paired, at their default settings; those labelled PLAIN with plain data."""

    def __init__(self, label, clone, setting):
        self.label = label
        self.exports = {}
        self._clone = clone
        self._setting = setting
        self._home = setting.directory / label
        self._arrivals = setting.directory.parent / "arrive" / label
        self._ready = {}
        self.processes = {}
        self.seconds_until_ready = {}

    @property
    def arrivals(self):
        """Directory of the export at the destination."""
        return self._arrivals

    def start(self):
        self._arrivals.mkdir(parents=True)
        course = self._setting.course
        self._start_site("a", course.source, f"data={self._setting.sets}")
        self._start_site("b", course.destination, f"in={self._arrivals}:rw", "--allow-host", course.source.address)
        code = self.ask("a", "site", "invite", "b", "--read", "data").strip()
        self.ask("b", "site", "add", "a", code)

    def _start_site(self, site, end, export, *more):
        log = self._setting.directory / f"{self.label}-{site}.log"
        launcher = self._clone / "mover-server" / "bin" / "mover-server"
        distant = ["--bind", end.address, "--tls-self-signed"] if self._setting.course.is_distant else []
        if self.label == PLAIN:
            distant += ["--data-security", "plain"]
        began = time.monotonic()
        process = processes.start(
            [launcher, "--site", site, "--home", self._home / site, "--port", "0", "--data-port", "0",
             "--export", export, *distant, *more], end, log, environment=dict.fromkeys(OURS))
        self.processes[site] = process
        self._ready[site] = self._await_ready(process, log)
        self.seconds_until_ready[site] = time.monotonic() - began

    def _await_ready(self, process, log):
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            said = READY.search(log.read_text(errors="replace"))
            if said:
                return said
            if process.poll() is not None:
                said = processes.last_lines(log)
                raise processes.Failed(f"mover-server ended with code {process.returncode}: {said}")
            time.sleep(0.02)
        raise processes.Failed(f"mover-server was not ready after {READY_SECONDS} s: {processes.last_lines(log)}")

    @property
    def data_security(self):
        """What the ready line of the source says: plain or tls."""
        said = re.search(r"data-security=(\S+)", self._ready["a"].group(6))
        return said.group(1) if said else "unknown"

    def command(self, site, *words):
        """Returns the command line of bdm-client at a site, as (argv, end, environment)."""
        environment = dict.fromkeys(OURS)
        environment["BDM_SERVER"] = self._ready[site].group(2)
        environment["BDM_TOKEN_FILE"] = str(self._home / site / "admin.token")
        if self._setting.course.is_distant:
            environment["BDM_CA_FILE"] = str(self._home / site / "web-cert.pem")
        end = self._setting.course.source if site == "a" else self._setting.course.destination
        return (str(self._clone / "mover-client" / "bin" / "bdm-client"), *words), end, environment

    def ask(self, site, *words):
        """Runs bdm-client and returns what it prints; not timed."""
        argv, end, environment = self.command(site, *words)
        done = subprocess.run([*end.prefix, *argv], env=processes.changed_environment(environment), text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0:
            raise processes.Failed(f"bdm-client {words[0]} ended with code {done.returncode}: {done.stderr.strip()}")
        return done.stdout


class Mover(Contender):
    """Jobs of one pair of servers with one digest. The wall time is that of the whole command."""

    family = "bdm"
    is_ours = True

    def __init__(self, setting, pair, digest):
        super().__init__(setting)
        self._pair = pair
        self._digest = digest
        self.name = f"{pair.label}-{digest}"
        self.verifies = f"each block CRC-32C, each file {DIGEST_NAMES[digest]} at the destination"
        self.is_other = pair.label == OTHER

    def daemons(self):
        return {"source": [self._pair.processes["a"].pid], "destination": [self._pair.processes["b"].pid]}

    def commands(self, data, destination, number):
        argv, end, environment = self._pair.command(
            "b", "submit", f"bdm://a/data/{data.name}", f"bdm://b/in/{number}", "--recursive", "--wait",
            "--digest", self._digest)
        return [processes.Command(argv, end, "command", environment=environment)]

    def placed(self, destination, number):
        return self._pair.arrivals / str(number)

    def finish(self, logs):
        job = re.search(r"^job-\d+$", logs[0].read_text(errors="replace"), re.MULTILINE)
        if not job:
            raise processes.Failed(f"no job number: {processes.last_lines(logs[0])}")
        report = json.loads(self._pair.ask("b", "report", job.group(), "--json"))
        if report["state"] != "SUCCEEDED":
            raise processes.Failed(f"{job.group()} ended {report['state']}")
        return {"job": job.group(), "job_seconds": _moment(report["endedAt"]) - _moment(report["startedAt"]),
                "data_security": report.get("dataSecurity"), "streams": report.get("streams")}


def _moment(text):
    """Seconds of a moment such as 2026-11-22T10:11:12.123456789Z."""
    whole, _, fraction = text.rstrip("Z").partition(".")
    second = datetime.datetime.strptime(whole, "%Y-%m-%dT%H:%M:%S").replace(tzinfo=datetime.timezone.utc)
    return second.timestamp() + (float(f"0.{fraction}") if fraction else 0.0)
