"""rsync and GridFTP as network services."""
import getpass
import os

from racing import processes
from racing.contender import Contender, program
from racing.options import SETS

PARTS = 4


def parts(files, count):
    """Divides files into lists of about equal bytes, biggest first."""
    divided = [[0, []] for _ in range(count)]
    for path, size in sorted(files, key=lambda file: -file[1]):
        least = min(divided, key=lambda part: part[0])
        least[0] += size + 4096  # a file costs something, however small
        least[1].append(path)
    return [paths for _, paths in divided if paths]


class Rsync(Contender):
    """One rsync client and a daemon. --whole-file: nothing is there to compare with."""

    name = "rsync"
    family = "rsync"
    programs = ("rsync",)
    verifies = "each file MD5 on transfer"

    def start(self):
        self._port = self.setting.port("rsync")
        self._daemon = self.setting.daemon("rsync", self.course.source, self._port, self._argv)

    def _argv(self):
        configuration = self.setting.directory / "rsyncd.conf"
        reader = "uid = root\n" if os.geteuid() == 0 else ""
        # A module for each set: rsync 3.5.0 loses the directory of the address when it is given a list of files.
        modules = "".join(f"[{name}]\npath = {self.setting.sets / name}\nread only = yes\n" for name in SETS)
        configuration.write_text(f"use chroot = no\n{reader}{modules}")
        return [program("rsync"), "--daemon", "--no-detach", f"--config={configuration}",
                f"--address={self.course.source.address}", f"--port={self._port}"]

    def daemons(self):
        return {"source": [self._daemon.pid], "destination": []}

    def _url(self, data):
        return f"rsync://{self.course.source.address}:{self._port}/{data.name}/"

    def commands(self, data, destination, number):
        return [self.pull("rsync", "-a", "--whole-file", self._url(data), f"{destination}/")]


class RsyncForced(Rsync):
    """The same, each file forced to the disk."""

    name = "rsync-fsync"
    needs_disk = True

    def commands(self, data, destination, number):
        return [self.pull("rsync", "-a", "--whole-file", "--fsync", self._url(data), f"{destination}/")]


class RsyncParts(Rsync):
    """Four rsync clients at once, each with a list of about a quarter of the bytes."""

    name = f"rsync-{PARTS}"

    def declines(self, data):
        return "one file cannot be divided" if len(data.files) == 1 else None

    def prepare(self, data, destination, number):
        self._lists = []
        for index, paths in enumerate(parts(data.files, PARTS)):
            file = self.setting.directory / f"rsync-{data.name}-{index}.list"
            file.write_text("".join(f"{path}\n" for path in paths))
            self._lists.append(file)

    def commands(self, data, destination, number):
        return [self.pull("rsync", "-a", "--whole-file", f"--files-from={file}", self._url(data), f"{destination}/")
                for file in self._lists]


class GridFtp(Contender):
    """globus-url-copy from an anonymous server: -fast (MODE E, data channels kept), four files at once."""

    name = "gridftp"
    family = "gridftp"
    programs = ("globus-url-copy", "globus-gridftp-server")
    verifies = "nothing"
    how = ("-fast", "-cc", "4")

    def start(self):
        self._port, self._server = self._serve("gridftp", self.course.source)

    def _serve(self, key, end):
        port = self.setting.port(key)
        return port, self.setting.daemon(key, end, port, lambda: [
            program("globus-gridftp-server"), "-p", port, "-control-interface", end.address,
            "-data-interface", end.address, "-aa", "-anonymous-user", getpass.getuser(), "-allow-root",
            "-home-dir", "/", "-log-level", "ERROR", "-l", self.setting.directory / f"{key}-transfers.log"])

    def daemons(self):
        return {"source": [self._server.pid], "destination": []}

    def _url(self, path):
        return f"ftp://{self.course.source.address}:{self._port}{path}"

    def commands(self, data, destination, number):
        return [self.pull("globus-url-copy", "-q", "-nodcau", "-cd", *self.how, "-r",
                          self._url(f"{data.directory}/"), f"file://{destination}/")]


class GridFtpParallel(GridFtp):
    """The same with four data connections for each file."""

    name = "gridftp-p4"
    how = ("-fast", "-cc", "4", "-p", "4")


class GridFtpChecksum(GridFtp):
    """The same with a checksum of each file computed at both ends afterwards.

    With -r it asks for checksums of directories, too, and fails; so it gets a list of files.
    """

    name = "gridftp-checksum"
    verifies = "each file MD5, read again at both ends"

    def prepare(self, data, destination, number):
        self._list = self.setting.directory / f"gridftp-{data.name}.list"
        self._list.write_text("".join(
            f"{self._url(data.directory / path)} file://{destination / path}\n" for path, _ in data.files))

    def commands(self, data, destination, number):
        return [self.pull("globus-url-copy", "-q", "-nodcau", "-cd", *self.how, "-verify-checksum", "-f", self._list)]


class GridFtpPipelined(GridFtp):
    """Third-party transfer between two servers with pipelined commands (-pp), which only such transfers have."""

    name = "gridftp-pp"
    how = ("-fast", "-cc", "4", "-pp")

    def start(self):
        super().start()
        self._target_port, self._target = self._serve("gridftp-target", self.course.destination)

    def daemons(self):
        return {"source": [self._server.pid], "destination": [self._target.pid]}

    def commands(self, data, destination, number):
        target = f"ftp://{self.course.destination.address}:{self._target_port}{destination}/"
        argv = ("globus-url-copy", "-q", "-nodcau", "-cd", *self.how, "-r", self._url(f"{data.directory}/"), target)
        return [processes.Command(argv, self.course.destination, "command")]


ALL = (Rsync, RsyncParts, RsyncForced, GridFtp, GridFtpParallel, GridFtpPipelined, GridFtpChecksum)
