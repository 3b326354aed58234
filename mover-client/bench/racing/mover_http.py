"""The mover's jobs whose files come from a data node, which nginx stands for."""
import re
from xml.sax.saxutils import escape

from racing import processes
from racing.http_peers import FromNginx
from racing.mover import DIGEST_NAMES, Mover

METALINK = '<?xml version="1.0" encoding="UTF-8"?>\n<metalink xmlns="urn:ietf:params:xml:ns:metalink">\n'


class MoverFromNginx(FromNginx):
    """Jobs of the destination site alone: a Metalink without digests, imported before, whose files nginx has."""

    family = "bdm"
    is_ours = True

    def __init__(self, setting, pair, digest):
        super().__init__(setting)
        self._jobs = Mover(setting, pair, digest)
        self._pair = pair
        self._digest = digest
        self._draft = None
        self.name = f"{pair.label}-nginx-{digest}"
        self.verifies = f"each file {DIGEST_NAMES[digest]} at the destination, as long as nginx said"
        self.is_other = self._jobs.is_other

    def url(self, data, path=""):
        """Under a name that promises no netCDF: the sets hold random bytes, which would be refused."""
        return super().url(data, path) + ".data"

    def daemons(self):
        return {"source": [self._nginx.pid], "destination": self._jobs.daemons()["destination"]}

    def prepare(self, data, destination, number):
        files = (f'<file name="{escape(path)}"><size>{size}</size><url>{escape(self.url(data, path))}</url></file>\n'
                 for path, size in data.files)
        said = self._pair.ask("b", "import", str(self.list_file(data, (METALINK, *files, "</metalink>\n"))))
        draft = re.search(r"draft-\d+", said)
        if not draft:
            raise processes.Failed(f"no draft: {said.strip()}")
        self._draft = draft.group()

    def commands(self, data, destination, number):
        argv, end, environment = self._pair.command(
            "b", "replicate", "--draft", self._draft, f"bdm://b/in/{number}", "--wait", "--reuse", "off",
            "--verify", "stream", "--digest", self._digest)
        return [processes.Command(argv, end, "command", environment=environment)]

    def placed(self, destination, number):
        return self._jobs.placed(destination, number)

    def finish(self, logs):
        self._pair.ask("b", "draft", "remove", self._draft)
        return self._jobs.finish(logs)
