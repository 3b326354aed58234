"""Command line of the race."""
import argparse
import os
import pathlib
import re

SETS = ("large", "memznet", "small", "tiny")
FAMILIES = ("rsync", "gridftp", "curl", "aria2c", "lftp", "rclone", "iperf3", "nuttcp")
DIGESTS = ("sha256", "crc32c")

DESCRIPTION = """\
Transfers the same data sets with the mover, cp and every peer that is installed, in turn, and prints
medians of paired ratios. Installs nothing. Build first: mvn -DskipTests package

data sets, incompressible, the same bytes for the same scale:
  large     1 file of 2 GiB
  memznet   200 files of 10 MiB
  small     2,000 files of 8 KiB to 4 MiB
  tiny      20,000 files of 8 to 64 KiB in a tree of five levels
"""

EPILOG = """\
examples:
  race                                                   everything, loopback, 5 rounds
  race --sets tiny --peers rsync --digest crc32c         one question
  race --sets large --wan 0,50ms --wan-tool ../wan       loopback, then 50 ms at 10 Gbit/s (root)
  race --against ../before --peers none                  this clone and another one, interleaved
  race --scale 0.02 --rounds 1                           does it run here? (the figures mean nothing)

exit codes: 0 done, 1 a contender failed or placed wrong bytes, 2 wrong options, 3 cannot race here
"""


def words(allowed, also=()):
    """Returns a parser of a comma list that keeps the order given and refuses what is not allowed."""
    def parse(text):
        chosen = [word for word in text.split(",") if word]
        for word in chosen:
            if word not in allowed and word not in also:
                raise argparse.ArgumentTypeError(f"'{word}' is not one of {', '.join(tuple(allowed) + tuple(also))}")
        return chosen
    return parse


def distances(text):
    """Parses RTT[,RTT..]; 0 is loopback."""
    chosen = text.split(",")
    for rtt in chosen:
        if not re.fullmatch(r"0|[0-9.]+(us|ms|s)", rtt):
            raise argparse.ArgumentTypeError(f"'{rtt}' is not a round-trip time such as 50ms, nor 0 for loopback")
    return chosen


def positive(kind):
    """Returns a parser of a number above zero."""
    def parse(text):
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if value <= 0:
            raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
        return value
    return parse


def parse(arguments):
    """Returns the options; ends the process with code 2 when they are wrong."""
    parser = argparse.ArgumentParser(
        prog="race", description=DESCRIPTION, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--sets", metavar="SET,..", type=words(SETS), default=list(SETS), help="default: all four")
    add("--rounds", metavar="N", type=positive(int), default=5, help="rounds that count; default 5")
    add("--warm-up", metavar="N", type=int, default=1, help="rounds before them that do not count; default 1")
    add("--digest", metavar="ALG,..", type=words(DIGESTS), default=list(DIGESTS),
        help="digests the mover computes at the destination; default sha256,crc32c")
    add("--peers", metavar="PEER,..", type=words(FAMILIES, ("all", "none")), default=["all"],
        help="all (default), none, or of " + ", ".join(FAMILIES))
    add("--wan", metavar="RTT,..", type=distances, default=["0"],
        help="round-trip times to race over; 0 is loopback (default 0)")
    add("--rate", metavar="RATE", default="10gbit", help="of an emulated link; default 10gbit")
    add("--loss", metavar="P", type=float, default=0.0, help="loss of each segment on an emulated link; default 0")
    add("--wan-tool", metavar="DIR", type=pathlib.Path, default=os.environ.get("RACE_WAN_TOOL"),
        help="directory with the link emulator 'wan' (RACE_WAN_TOOL); needs root")
    add("--from-nginx", action="store_true", help="also our jobs whose files a data node has, which nginx stands for")
    add("--against", metavar="CLONE", type=pathlib.Path, help="another built clone, raced as bdm-other")
    add("--scale", metavar="F", type=positive(float), default=1.0,
        help="fewer files (large: a smaller one); default 1")
    _add_surroundings(add)
    options = parser.parse_args(arguments)
    if options.warm_up < 0:
        parser.error("--warm-up is negative")
    if options.hold is not None and options.hold < 0:
        parser.error("--hold is negative")
    if options.wan_tool is not None:
        options.wan_tool = pathlib.Path(options.wan_tool)
    if "all" in options.peers:
        options.peers = list(FAMILIES)
    options.peers = [peer for peer in options.peers if peer != "none"]
    return options


def _add_surroundings(add):
    """Adds the options that say where the race runs and what becomes of its figures."""
    add("--dir", metavar="DIR", type=pathlib.Path, default=pathlib.Path("/dev/shm/bdm-race"),
        help="data sets, destinations and servers; default /dev/shm/bdm-race")
    add("--hold", metavar="GIB", type=float, help="memory kept warm; default by the sets, 0: none")
    add("--limit", metavar="SECONDS", type=positive(float), default=300.0,
        help="a transfer that takes longer is ended and fails; default 300")
    add("--seed", metavar="N", type=int, default=1, help="of the order within rounds; default 1")
    add("--count-calls", action="store_true",
        help="afterwards one run of each with strace, not timed: system calls per file")
    add("--json", metavar="FILE", type=pathlib.Path, help="every single measurement")
    add("--markdown", metavar="FILE", type=pathlib.Path, help="the tables also as Markdown")
