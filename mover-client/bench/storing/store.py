"""The store: versitygw on a directory, and what it used."""
import os
import re
import time
import types

from racing import processes
from racing.contender import free_port

HERE = types.SimpleNamespace(prefix=[], address="127.0.0.1")
ACCESS_KEY, SECRET_KEY = "benchaccesskey", "benchsecretkey123"
BUCKET = "bench"
ACTION = re.compile(r" s3_(\w+) ")


class Versitygw:
    """A gateway whose objects lie below a directory."""

    def __init__(self, program, directory, counts):
        self.data = directory / "store"
        self.credentials = directory / "credentials"
        self._program = program
        self._log = directory / "versitygw.log"
        self._access = directory / "access.log" if counts else None
        self.port = free_port()

    def start(self):
        (self.data / BUCKET).mkdir(parents=True)
        self.credentials.write_text(f"[default]\naws_access_key_id = {ACCESS_KEY}\naws_secret_access_key = {SECRET_KEY}\n")
        self.credentials.chmod(0o600)
        logged = ["--access-log", self._access] if self._access else []
        environment = {"ROOT_ACCESS_KEY": ACCESS_KEY, "ROOT_SECRET_KEY": SECRET_KEY}
        self._process = processes.start(
            [self._program, "--quiet", "--keep-alive", *logged, "--port", f"127.0.0.1:{self.port}", "posix", self.data],
            HERE, self._log, environment=environment)
        processes.await_port(self._process, self.port, self._log)

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def processor_seconds(self):
        return processes.processor_seconds([self._process.pid])

    def requests(self):
        """Returns the number of requests since this was asked last, by action; nothing unless they are counted."""
        if not self._access or not self._access.exists():
            return {}
        time.sleep(0.3)  # the last lines are on their way
        counts = {}
        for action in ACTION.findall(self._access.read_text(errors="replace")):
            counts[action] = counts.get(action, 0) + 1
        os.truncate(self._access, 0)
        return counts

    def tree(self, name):
        return self.data / BUCKET / name
