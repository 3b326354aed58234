"""References: a local copy, and memory to memory over the same course."""
import json
import re

from racing import processes
from racing.contender import Contender, program


class Copy(Contender):
    """cp on one machine: no network, no check. 'cp -a' for trees of small files."""

    name = "cp"
    family = "cp"
    programs = ("cp",)
    verifies = "nothing"

    def commands(self, data, destination, number):
        how = "-a" if data.is_tree else "-r"
        return [self.pull("cp", how, f"{data.directory}/.", f"{destination}/")]


class CopyForced(Copy):
    """cp, then its file system forced to the disk."""

    name = "cp-sync"
    needs_disk = True
    programs = ("cp", "sync", "sh")

    def commands(self, data, destination, number):
        how = "-a" if data.is_tree else "-r"
        script = f'cp {how} "$1"/. "$2"/ && sync -f "$2"'
        return [self.pull("sh", "-c", script, "sh", data.directory, destination)]


class Iperf(Contender):
    """iperf3 sends as many bytes as the set has from memory to memory."""

    family = "iperf3"
    programs = ("iperf3",)
    verifies = "moves no files"
    is_reference = True
    congestion = "cubic"

    def start(self):
        port = self.setting.port("iperf3")
        end = self.course.destination
        self._server = self.setting.daemon("iperf3", end, port, lambda: ["iperf3", "-s", "-B", end.address, "-p", port])

    def daemons(self):
        return {"source": [], "destination": [self._server.pid]}

    def commands(self, data, destination, number):
        return [processes.Command(
            ("iperf3", "-c", self.course.destination.address, "-p", self.setting.port("iperf3"),
             "-C", self.congestion, "-P", "1", "-n", data.bytes, "-J"), self.course.source, "source")]

    def finish(self, logs):
        """The time of the transfer itself, without the start and the exchange of results."""
        text = logs[0].read_text()
        return {"memory_seconds": json.loads(text)["end"]["sum_received"]["seconds"]}


class IperfCubic(Iperf):
    name = "iperf3-cubic"


class IperfBbr(Iperf):
    name = "iperf3-bbr"
    congestion = "bbr"

    @classmethod
    def missing(cls):
        with open("/proc/sys/net/ipv4/tcp_available_congestion_control") as file:
            available = file.read().split()
        return super().missing() + ([] if "bbr" in available else ["bbr in the kernel"])


class Nuttcp(Contender):
    """nuttcp sends as many bytes as the set has from memory to memory, with the congestion control of the host."""

    name = "nuttcp"
    family = "nuttcp"
    programs = ("nuttcp",)
    verifies = "moves no files"
    is_reference = True

    def start(self):
        self._port = self.setting.port("nuttcp")
        self._server = self.setting.daemon(
            "nuttcp", self.course.destination, self._port,
            lambda: [program("nuttcp"), "-S", "--nofork", "-P", self._port])

    def daemons(self):
        return {"source": [], "destination": [self._server.pid]}

    def commands(self, data, destination, number):
        mebibytes = max(1, round(data.bytes / (1 << 20)))
        return [processes.Command(
            ("nuttcp", "-t", "-fparse", "-P", self._port, "-p", self.setting.port("nuttcp-data"), f"-n{mebibytes}m",
             self.course.destination.address), self.course.source, "source")]

    def finish(self, logs):
        seconds = re.search(r"real_seconds=([0-9.]+)", logs[0].read_text())
        return {"memory_seconds": float(seconds.group(1))} if seconds else {}
