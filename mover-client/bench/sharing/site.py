"""The sites: a source with one process, a destination with several nodes on one catalog and one export."""
import json
import os
import re
import shutil
import subprocess
import time

from racing import processes
from racing.mover import OURS, READY

READY_SECONDS = 120


class Node:
    """One mover-server process on a host of its own."""

    def __init__(self, clone, directory, site, host, *options):
        self._clone = clone
        self.home = directory / f"{site}-{host.name}"
        self._log = directory / f"{site}-{host.name}.log"
        self._site = site
        self.host = host
        self._options = options
        self._process = None
        self._url = None

    def start(self):
        launcher = self._clone / "mover-server" / "bin" / "mover-server"
        self._process = processes.start(
            [launcher, "--site", self._site, "--home", self.home, "--bind", self.host.address, "--tls-self-signed",
             *self._options], self.host, self._log, environment=dict.fromkeys(OURS))
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            said = READY.search(self._log.read_text(errors="replace"))
            if said:
                self._url = said.group(2)
                return
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        raise processes.Failed(f"{self._log.name}: not ready: {processes.last_lines(self._log)}")

    def stop(self):
        processes.stop([self._process])

    def processor_seconds(self):
        return processes.processor_seconds([self._process.pid])

    def ask(self, *words):
        """Runs bdm-client at this node and returns what it prints."""
        environment = dict.fromkeys(OURS)
        environment["BDM_SERVER"] = self._url
        environment["BDM_TOKEN_FILE"] = str(self.home / "admin.token")
        environment["BDM_CA_FILE"] = str(self.home / "web-cert.pem")
        client = self._clone / "mover-client" / "bin" / "bdm-client"
        done = subprocess.run([*self.host.prefix, str(client), *words], text=True, stdin=subprocess.DEVNULL,
                              env=processes.changed_environment(environment), capture_output=True)
        if done.returncode != 0:
            raise processes.Failed(f"bdm-client {words[0]} ended with code {done.returncode}: {done.stderr.strip()}")
        return done.stdout


def use_key_of(first, node):
    """Gives a node the key of the site, which is that of its first node; returns the options."""
    key = node.home.parent / "site-key.pem"
    shutil.copyfile(first.home / "node-key.pem", key)
    os.chmod(key, 0o600)
    return ("--site-key", key)


def pair(source, destination):
    code = source.ask("site", "invite", "b", "--read", "data").strip()
    destination.ask("site", "add", "a", code)


def submit(node, tree, target):
    said = node.ask("submit", f"bdm://a/data/{tree}", f"bdm://b/in/{target}", "--recursive")
    return re.search(r"^job-\d+$", said, re.MULTILINE).group()


def end(node, job):
    """Waits for the end of a job and returns its report."""
    node.ask("wait", job, "--timeout", "2h")
    report = json.loads(node.ask("report", job, "--json"))
    if report["state"] != "SUCCEEDED":
        raise processes.Failed(f"{job} ended {report['state']}")
    return report
