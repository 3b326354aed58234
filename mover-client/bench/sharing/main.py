"""The bench: the same jobs moved by one node and by several, in turn."""
import argparse
import os
import pathlib
import random
import shutil
import statistics
import subprocess

from racing import processes
from racing.attempt import attempted
from racing.course import CannotRace
from racing.mover import _moment, check_built
from sharing.hosts import Host, Network
from sharing.postgres import Postgres, programs
from sharing.site import Node, end, pair, submit, use_key_of

GB = 10 ** 9
DISTINCT_LARGE = 4
PIECE = 4 << 20


def options(arguments):
    parser = argparse.ArgumentParser(prog="nodes", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--large", type=int, default=50, metavar="N", help="files of 1 GB (%(default)s)")
    parser.add_argument("--tiny", type=int, default=200_000, metavar="N", help="files of 1 to 8 KiB (%(default)s)")
    parser.add_argument("--nodes", default="1,2", help="numbers of nodes to compare, in turn (%(default)s)")
    parser.add_argument("--rate", default="1gbit", help="of the link of each node, as tc writes it (%(default)s)")
    parser.add_argument("--rounds", type=int, default=1, metavar="N", help="(%(default)s)")
    parser.add_argument("--dir", type=pathlib.Path, default=pathlib.Path("/var/tmp/bdm-nodes"),
                        help="on a disk with room for twice the data; removed at the end (%(default)s)")
    return parser.parse_args(arguments)


def main(arguments):
    chosen = options(arguments)
    clone = pathlib.Path(__file__).resolve().parents[3]
    return attempted("nodes", chosen.dir, lambda: check_can_run(clone, chosen), lambda: shared(clone, chosen))


def shared(clone, chosen):
    os.chmod(chosen.dir, 0o755)  # PostgreSQL runs as another user
    write(chosen)
    network = Network()
    try:
        network.start()
        run(clone, chosen, network)
    finally:
        processes.stop_all()
        network.stop()
    return 0


def check_can_run(clone, chosen):
    check_built(clone)
    programs()
    if os.geteuid() != 0:
        raise CannotRace("network namespaces need root")
    for program in ("ip", "tc", "runuser", "openssl"):
        if shutil.which(program) is None:
            raise CannotRace(f"{program} is not installed")


def write(chosen):
    """Writes the trees. Large files are links to a few, which the source reads from memory: its disk is not what is measured."""
    print(f"writing {chosen.tiny} tiny files and {chosen.large} large ones", flush=True)
    data = chosen.dir / "data"
    bytes_of = random.Random(41)
    for number in range(chosen.tiny):
        parent = data / "tiny" / f"d{number // 1000:04d}"
        if number % 1000 == 0:
            parent.mkdir(parents=True)
        (parent / f"f{number:06d}.nc").write_bytes(bytes_of.randbytes(bytes_of.randrange(1 << 10, 8 << 10)))
    (data / "large").mkdir(parents=True)
    for number in range(chosen.large):
        path = data / "large" / f"l{number:03d}.nc"
        if number < DISTINCT_LARGE:
            with open(path, "wb", buffering=0) as file:
                for offset in range(0, GB, PIECE):
                    file.write(bytes_of.randbytes(min(PIECE, GB - offset)))
        else:
            os.link(data / "large" / f"l{number % DISTINCT_LARGE:03d}.nc", path)


def run(clone, chosen, network):
    counts = [int(word) for word in chosen.nodes.split(",")]
    database, source = Host("db", 2), Host("src", 3)
    hosts = [Host(f"n{number}", 10 + number) for number in range(1, max(counts) + 1)]
    network.add(database)
    network.add(source)
    for host in hosts:
        network.add(host, chosen.rate)
    postgres = Postgres(chosen.dir, database)
    postgres.start()
    a = Node(clone, chosen.dir, "a", source, "--export", f"data={chosen.dir / 'data'}")
    a.start()
    (chosen.dir / "in").mkdir()
    shared = ("--catalog", postgres.url, "--catalog-user", "bdm", "--export", f"in={chosen.dir / 'in'}:rw")
    first = Node(clone, chosen.dir, "b", hosts[0], *shared)
    first.start()
    pair(a, first)
    more = []
    for host in hosts[1:]:
        plain = Node(clone, chosen.dir, "b", host)
        more.append(Node(clone, chosen.dir, "b", host, *shared, *use_key_of(first, plain)))
    rates = {count: [] for count in counts}
    for number in range(chosen.rounds):
        for count in counts:
            rates[count].append(measured(chosen, first, more[:count - 1], f"{number}-{count}"))
    report(rates)


def measured(chosen, first, more, target):
    """Moves both trees with some nodes and returns bytes per second; the other nodes are stopped."""
    for node in more:
        node.start()
    nodes = [first, *more]
    received = [node.host.received_bytes() for node in nodes]
    used = [node.processor_seconds() for node in nodes]
    jobs = [submit(first, "tiny", f"{target}/tiny"), submit(first, "large", f"{target}/large")]
    reports = [end(first, job) for job in jobs]
    began = min(_moment(report["startedAt"]) for report in reports)
    ended = [_moment(report["endedAt"]) - began for report in reports]
    total = check(chosen, chosen.dir / "in" / target)
    came = [(node.host.received_bytes() - before) / GB for node, before in zip(nodes, received)]
    spent = [node.processor_seconds() - before for node, before in zip(nodes, used)]
    seconds = max(ended)
    print(f"{len(nodes)} node(s): {total / GB:.1f} GB in {seconds:.1f} s, {total / seconds / 1e6:.1f} MB/s;"
          f" tiny ended after {ended[0]:.1f} s, large after {ended[1]:.1f} s;"
          f" GB over each link: {', '.join(f'{gb:.1f}' for gb in came)};"
          f" processor seconds of each: {', '.join(f'{one:.0f}' for one in spent)}", flush=True)
    for node in more:
        node.stop()
    shutil.rmtree(chosen.dir / "in" / target)
    return total / seconds


def check(chosen, copy):
    """Compares the trees with their sources byte by byte; returns the bytes."""
    for tree in ("tiny", "large"):
        done = subprocess.run(["diff", "-rq", str(chosen.dir / "data" / tree), str(copy / tree)], text=True,
                              capture_output=True)
        if done.returncode != 0:
            raise processes.Failed(f"{tree} differs: {done.stdout.strip()[:500]}")
    return sum(path.stat().st_size for path in copy.rglob("*") if path.is_file())


def report(rates):
    base = min(rates)
    for count, measured_rates in sorted(rates.items()):
        ratios = [rate / one for rate, one in zip(measured_rates, rates[base])]
        print(f"{count} node(s) / {base}: {statistics.median(ratios):.2f}"
              f" ({', '.join(f'{ratio:.2f}' for ratio in ratios)})")
