"""Who moves files to and from the bucket."""
import json
import re
import shutil
import time

from racing import processes
from racing.mover import OURS, READY, READY_SECONDS, _moment
from storing.store import ACCESS_KEY, BUCKET, HERE, SECRET_KEY


class Mover:
    """One site whose server offers a directory to read, one to write, and the bucket."""

    def __init__(self, name, clone, directory, store):
        self.name = name
        self.placed_below = directory / "arrive" / name
        self._clone = clone
        self._home = directory / f"home-{name}"
        self._sets = directory / "data"
        self._log = directory / f"{name}.log"
        self._store = store

    def start(self):
        self.placed_below.mkdir(parents=True)
        launcher = self._clone / "mover-server" / "bin" / "mover-server"
        self._process = processes.start(
            [launcher, "--site", "a", "--home", self._home, "--port", "0", "--data-port", "0",
             "--s3", f"gateway={self._store.address},credentials-file={self._store.credentials}",
             "--export", f"data={self._sets}", "--export", f"in={self.placed_below}:rw",
             "--export", f"out=s3://gateway/{BUCKET}:rw"], HERE, self._log, environment=dict.fromkeys(OURS))
        deadline = time.monotonic() + READY_SECONDS
        while not (said := READY.search(self._log.read_text(errors="replace"))):
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise processes.Failed(f"mover-server is not ready: {processes.last_lines(self._log)}")
            time.sleep(0.05)
        self._environment = {**dict.fromkeys(OURS), "BDM_SERVER": said.group(2),
                             "BDM_TOKEN_FILE": str(self._home / "admin.token")}

    def daemons(self):
        return [self._process.pid]

    def _command(self, *words):
        argv = (str(self._clone / "mover-client" / "bin" / "bdm-client"), *words)
        return processes.Command(argv, HERE, "client", environment=self._environment)

    def write(self, data, number):
        return self._command("submit", f"bdm://a/data/{data}", f"bdm://a/out/{number}", "--recursive", "--wait")

    def read(self, data, number):
        return self._command("submit", f"bdm://a/out/{data}", f"bdm://a/in/{number}", "--recursive", "--wait")

    def list(self, data):
        return self._command("ls", "-R", f"bdm://a/out/{data}")

    def placed(self, number):
        return self.placed_below / number

    def job_seconds(self, log):
        """Returns the time between start and end of a job; None of a command that is none."""
        job = re.search(r"^job-\d+$", log.read_text(errors="replace"), re.MULTILINE)
        if not job:
            return None
        report_log = log.with_suffix(".report")
        processes.run([self._command("report", job.group(), "--json")], [report_log], 60)
        report = json.loads(report_log.read_text())
        if report["state"] != "SUCCEEDED":
            raise processes.Failed(f"{job.group()} ended {report['state']}")
        return _moment(report["endedAt"]) - _moment(report["startedAt"])


class Rclone:
    """One process for each copy, with eight files and eight parts at once."""

    name = "rclone"

    def __init__(self, program, directory, store):
        self._program = program
        self._sets = directory / "data"
        self.placed_below = directory / "arrive" / self.name
        self._store = store

    def start(self):
        if not shutil.which(self._program):
            raise processes.Failed(f"{self._program} is not installed; name it with --rclone")
        self.placed_below.mkdir(parents=True)

    def daemons(self):
        return []

    def _command(self, *words):
        environment = {"RCLONE_CONFIG": "/dev/null", "RCLONE_CONFIG_S_TYPE": "s3", "RCLONE_CONFIG_S_PROVIDER": "Other",
                       "RCLONE_CONFIG_S_ENDPOINT": self._store.address, "RCLONE_CONFIG_S_ACCESS_KEY_ID": ACCESS_KEY,
                       "RCLONE_CONFIG_S_SECRET_ACCESS_KEY": SECRET_KEY}
        return processes.Command((self._program, *words), HERE, "client", environment=environment)

    def write(self, data, number):
        return self._command("copy", str(self._sets / data), f"s:{BUCKET}/{number}", "--transfers", "8",
                             "--s3-upload-concurrency", "8")

    def read(self, data, number):
        return self._command("copy", f"s:{BUCKET}/{data}", str(self.placed(number)), "--transfers", "8")

    def list(self, data):
        return self._command("lsf", "-R", f"s:{BUCKET}/{data}")

    def placed(self, number):
        return self.placed_below / number

    def job_seconds(self, log):
        return None
