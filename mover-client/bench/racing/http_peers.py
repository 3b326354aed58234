"""Clients of HTTP from nginx, and rclone, which also has a server of its own."""
import hashlib
import os
import subprocess

from racing.contender import Contender, program

NGINX = """\
daemon off;
worker_processes auto;
pid {directory}/nginx.pid;
error_log {directory}/nginx-error.log;
{user}
events {{ worker_connections 4096; }}
http {{
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 10000000;
  types {{ }}
  default_type application/octet-stream;
  client_body_temp_path {directory}/nginx-1;
  proxy_temp_path {directory}/nginx-2;
  fastcgi_temp_path {directory}/nginx-3;
  uwsgi_temp_path {directory}/nginx-4;
  scgi_temp_path {directory}/nginx-5;
  server {{
    listen {address}:{port}; root {sets}; autoindex on;
    location ~ [.]data$ {{ rewrite ^(.+)[.]data$ $1 break; }}
  }}
}}
"""


class FromNginx(Contender):
    """Files served by nginx with sendfile."""

    verifies = "lengths only"

    def start(self):
        self._port = self.setting.port("nginx")
        self._nginx = self.setting.daemon("nginx", self.course.source, self._port, self._argv)

    def _argv(self):
        directory = self.setting.directory
        configuration = directory / "nginx.conf"
        configuration.write_text(NGINX.format(
            directory=directory, address=self.course.source.address, port=self._port, sets=self.setting.sets,
            user="user root;" if os.geteuid() == 0 else ""))
        return [program("nginx"), "-e", directory / "nginx-error.log", "-c", configuration]

    def daemons(self):
        return {"source": [self._nginx.pid], "destination": []}

    def url(self, data, path=""):
        return f"http://{self.course.source.address}:{self._port}/{data.name}/{path}"

    def list_file(self, data, lines):
        file = self.setting.directory / f"{self.name}-{data.name}.list"
        file.write_text("".join(lines))
        return file


class Curl(FromNginx):
    """curl with a list of all files, 16 transfers at once."""

    name = "curl"
    family = "curl"
    programs = ("nginx", "curl")

    def prepare(self, data, destination, number):
        self._list = self.list_file(
            data, (f'url = "{self.url(data, path)}"\noutput = "{path}"\n' for path, _ in data.files))

    def commands(self, data, destination, number):
        return [self.pull("curl", "--silent", "--show-error", "--fail", "--parallel", "--parallel-max", "16",
                          "--create-dirs", "--config", self._list, cwd=destination)]


class Aria(FromNginx):
    """aria2c with a list of all files, 16 at once, four connections for big ones."""

    name = "aria2c"
    family = "aria2c"
    programs = ("nginx", "aria2c")

    def prepare(self, data, destination, number):
        self._list = self.list_file(data, (self._lines(data, path) for path, _ in data.files))

    def _lines(self, data, path):
        return f"{self.url(data, path)}\n  out={path}\n"

    def commands(self, data, destination, number):
        return [self.pull("aria2c", "--quiet", "--no-conf", f"--dir={destination}", f"--input-file={self._list}",
                          "--max-concurrent-downloads=16", "--split=4", "--max-connection-per-server=4",
                          "--min-split-size=20M", "--file-allocation=none")]


class AriaChecked(Aria):
    """The same, given the SHA-256 of each file, which it compares with what it wrote."""

    name = "aria2c-sha256"
    verifies = "each file SHA-256, read again at the destination"

    def __init__(self, setting):
        super().__init__(setting)
        self._digests = {}

    def _lines(self, data, path):
        return super()._lines(data, path) + f"  checksum=sha-256={self._digest(data.directory / path)}\n"

    def _digest(self, file):
        if file not in self._digests:
            digest = hashlib.sha256()
            with open(file, "rb") as content:
                for piece in iter(lambda: content.read(1 << 20), b""):
                    digest.update(piece)
            self._digests[file] = digest.hexdigest()
        return self._digests[file]


class Lftp(FromNginx):
    """lftp mirror: four files at once, four parts of each."""

    name = "lftp"
    family = "lftp"
    programs = ("nginx", "lftp")

    def commands(self, data, destination, number):
        script = f"mirror --parallel=4 --use-pget-n=4 {self.url(data)} {destination}"
        return [self.pull("lftp", "--norc", "-c", script)]


class Rclone(FromNginx):
    """rclone copy from nginx, four transfers at once, four streams for files above its own threshold."""

    name = "rclone"
    family = "rclone"
    programs = ("nginx", "rclone")

    def copy(self, source, destination, *how):
        return self.pull("rclone", "copy", "--config", "", "--cache-dir", self.setting.directory / "rclone",
                         "--transfers", "4", *how, source, destination)

    def commands(self, data, destination, number):
        return [self.copy(f":http:{data.name}", destination,
                          "--http-url", f"http://{self.course.source.address}:{self._port}/")]


class RcloneSftp(Rclone):
    """rclone copy from rclone serve sftp, whose md5sum it compares; encrypted by SSH."""

    name = "rclone-sftp"
    programs = ("rclone",)
    verifies = "each file MD5, read again at the source"

    def start(self):
        self._port = self.setting.port("rclone-sftp")
        address = self.course.source.address
        self._server = self.setting.daemon("rclone-sftp", self.course.source, self._port, lambda: [
            "rclone", "serve", "sftp", "--config", "", "--addr", f"{address}:{self._port}", "--user", "race",
            "--pass", "race", "--read-only", "--cache-dir", self.setting.directory / "rclone", self.setting.sets])
        self._password = subprocess.run(["rclone", "obscure", "race"], text=True, check=True,
                                        stdout=subprocess.PIPE).stdout.strip()

    def daemons(self):
        return {"source": [self._server.pid], "destination": []}

    def commands(self, data, destination, number):
        return [self.copy(f":sftp:{data.name}", destination, "--sftp-host", self.course.source.address,
                          "--sftp-port", str(self._port), "--sftp-user", "race", "--sftp-pass", self._password)]


ALL = (Curl, Aria, AriaChecked, Lftp, Rclone, RcloneSftp)
