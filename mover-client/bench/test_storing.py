"""Tests of the bench 'buckets': its data, and how requests are counted."""
import pathlib
import sys
import tempfile
import types
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from racing import processes  # noqa: E402: after the path is set
from storing import main, store  # noqa: E402


class DataTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)
        self.chosen = types.SimpleNamespace(large_mib=2, small=150, listed=250)

    def test_data_is_the_same_each_time_and_of_the_sizes_that_were_chosen(self):
        for kind, files, size in (("large", 1, 2 << 20), ("small", 150, 64 << 10), ("listed", 250, 10)):
            for copy in ("a", "b"):
                main.write(self.root / copy / kind, kind, self.chosen)
            found = [file for file in (self.root / "a" / kind).rglob("*") if file.is_file()]
            self.assertEqual(files, len(found))
            self.assertEqual({size}, {file.stat().st_size for file in found})
            main.compare(self.root / "a" / kind, self.root / "b" / kind)

    def test_wrong_bytes_are_noticed(self):
        for copy, content in (("a", b"right"), ("b", b"wrong")):
            (self.root / copy).mkdir()
            (self.root / copy / "f").write_bytes(content)
        with self.assertRaises(processes.Failed):
            main.compare(self.root / "a", self.root / "b")

    def test_requests_are_counted_by_action_and_each_once(self):
        (self.root / "access.log").write_text("x s3_PutObject - /k\nx s3_ListObjectsV2 - /\nx s3_PutObject - /l\n")
        gateway = store.Versitygw("versitygw", self.root, counts=True)
        self.assertEqual({"PutObject": 2, "ListObjectsV2": 1}, gateway.requests())
        self.assertEqual({}, gateway.requests())


if __name__ == "__main__":
    unittest.main()
