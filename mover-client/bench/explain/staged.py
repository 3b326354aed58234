"""Bottlenecks that are made from outside: by strace, taskset, an emulated link, and a limit that a person would set."""
import dataclasses
import os
import re

FILES = "FILES"  # stands for the files at the source: -P FILE for each
NO_SHA = "-XX:+UnlockDiagnosticVMOptions -XX:-UseSHA256Intrinsics"


@dataclasses.dataclass(frozen=True)
class Stage:
    """One bottleneck.

    amount: in words
    expected: what the sentence must contain, as a regular expression
    around: {site: words in front of the server's command line}
    options: {site: options of the server}
    java: {site: options of its JVM}
    link: options of 'wan up'; None: loopback
    max_rate: of the link, as 'link set' takes it
    """
    name: str
    amount: str
    expected: str
    around: dict = dataclasses.field(default_factory=dict)
    options: dict = dataclasses.field(default_factory=dict)
    java: dict = dataclasses.field(default_factory=dict)
    link: tuple = None
    max_rate: str = None

    def is_named(self, sentence):
        return re.search(self.expected, sentence) is not None


def slow(calls, milliseconds, *only):
    """Every such call of the process takes so much longer; others run at full speed."""
    return ("strace", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", *only, "-e", f"trace={calls}", "-e",
            f"inject={calls}:delay_enter={round(milliseconds * 1000)}")


def drawn(random):
    """Returns the six stages, with amounts drawn by a generator."""
    reading = random.uniform(8, 25)
    writing = random.uniform(40, 150)
    rate, delay = random.randint(80, 300), random.randint(10, 40)
    loss, far = random.uniform(0.003, 0.02), random.randint(30, 60)
    processor = random.randrange(os.cpu_count())
    limit = random.randint(8, 30)
    return [
        Stage("slow source disk", f"each read takes {reading:.1f} ms more", "the disk of the source",
              around={"a": slow("pread64,preadv", reading, FILES)}),
        Stage("slow destination disk", f"each write takes {writing:.1f} ms more", "the disk of the destination",
              around={"b": slow("pwrite64,pwritev", writing)}),
        Stage("capped network", f"{rate} Mbit/s, round trip {delay} ms", "the network: it takes",
              link=("--rate", f"{rate}mbit", "--rtt", f"{delay}ms")),
        Stage("lossy network", f"{100 * loss:.2f} % of the packets lost, round trip {far} ms, cubic",
              "the network: it takes .* sent again", options={site: ("--congestion", "cubic") for site in "ab"},
              link=("--rate", "2gbit", "--rtt", f"{far}ms", "--loss", f"{loss:.5f}")),
        Stage("hashing", f"destination on processor {processor} alone, SHA-256 without instructions for it", "hashing",
              around={"b": ("taskset", "-c", str(processor))}, java={"b": NO_SHA}),
        Stage("a limit", f"link set a b --max-rate {limit}MB/s", "the rate limit of the link a to b",
              max_rate=f"{limit}MB/s"),
    ]
