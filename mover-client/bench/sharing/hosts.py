"""Hosts: network namespaces that a bridge joins, each behind a link of its own rate."""
import subprocess

from racing.course import CannotRace

NETWORK = "10.78.0"


class Host:
    """A network namespace with one address; what runs there has the rest of the machine in common."""

    def __init__(self, name, number):
        self.name = name
        self.address = f"{NETWORK}.{number}"
        self.namespace = f"bdm-{name}"
        self.prefix = ("ip", "netns", "exec", self.namespace)

    def received_bytes(self):
        """Bytes that came in over the link so far."""
        done = subprocess.run([*self.prefix, "cat", "/sys/class/net/eth0/statistics/rx_bytes"],
                              text=True, capture_output=True, check=True)
        return int(done.stdout)


class Network:
    """All hosts, and a bridge in a namespace of its own."""

    BRIDGE = "bdm-bridge"

    def __init__(self):
        self._namespaces = []

    def start(self):
        self._namespace(self.BRIDGE)
        inside = ("ip", "netns", "exec", self.BRIDGE)
        _run(*inside, "ip", "link", "add", "bridge", "type", "bridge")
        _run(*inside, "ip", "link", "set", "bridge", "up")

    def add(self, host, rate=None):
        """Joins a host.

        rate: of its link in each direction, as tc writes it (1gbit); None: no limit
        """
        self._namespace(host.namespace)
        inside, bridge = host.prefix, ("ip", "netns", "exec", self.BRIDGE)
        port = f"p-{host.name}"
        _run("ip", "link", "add", port, "netns", self.BRIDGE, "type", "veth", "peer", "name", "eth0", "netns",
             host.namespace)
        _run(*bridge, "ip", "link", "set", port, "master", "bridge", "up")
        _run(*inside, "ip", "addr", "add", f"{host.address}/24", "dev", "eth0")
        for link in ("lo", "eth0"):
            _run(*inside, "ip", "link", "set", link, "up")
        if rate:
            limit = ("root", "tbf", "rate", rate, "burst", "1mb", "latency", "50ms")
            _run(*bridge, "tc", "qdisc", "add", "dev", port, *limit)
            _run(*inside, "tc", "qdisc", "add", "dev", "eth0", *limit)

    def stop(self):
        for namespace in self._namespaces:
            subprocess.run(["ip", "netns", "del", namespace], stderr=subprocess.DEVNULL)
        self._namespaces.clear()

    def _namespace(self, name):
        _run("ip", "netns", "add", name)
        self._namespaces.append(name)


def _run(*words):
    done = subprocess.run(words, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise CannotRace(f"'{' '.join(words)}' failed: {done.stdout.strip()}")
