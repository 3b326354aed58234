"""What the race computes from its runs, without running one."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from racing import calls, datasets, hold, options, peers, processes, tables  # noqa: E402: after the path is set
from racing.attempt import attempted  # noqa: E402
from racing.course import CannotRace  # noqa: E402
from racing.figures import Results, Spread, ratio  # noqa: E402
from racing.rounds import Run  # noqa: E402


def data_set(directory, files=(("a", 500_000_000), ("b", 500_000_000))):
    return datasets.DataSet("memznet", pathlib.Path(directory), files)


def run(contender, number, seconds, **more):
    cpu = {"source": 1.0, "destination": 2.0, "command": 0.5}
    memory = {"source": 1 << 20, "destination": number << 20, "command": 0}
    return Run("loopback", "memznet", contender, number, seconds, cpu, memory, **more)


class AttemptTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)

    def test_a_directory_that_exists_stays(self):
        (self.root / "kept.nc").touch()
        self.assertEqual(3, attempted("test", self.root, lambda: None, self.fail))
        self.assertTrue((self.root / "kept.nc").exists())

    def test_nothing_is_left_of_a_bench_that_failed_or_cannot_run(self):
        def fails():
            raise processes.Failed("why")

        def cannot():
            raise CannotRace("why")

        made = self.root / "made"
        self.assertEqual(1, attempted("test", made, lambda: None, fails))
        self.assertEqual(3, attempted("test", made, cannot, self.fail))
        self.assertEqual(0, attempted("test", made, lambda: None, lambda: 0))
        self.assertFalse(made.exists())


class FiguresTest(unittest.TestCase):
    def test_a_ratio_is_the_median_over_rounds_that_both_have(self):
        one = {1: 2.0, 2: 4.0, 3: 3.0, 5: 9.0}
        other = {1: 1.0, 2: 1.0, 3: 3.0, 4: 1.0}
        self.assertEqual(Spread(2.0, 1.0, 4.0), ratio(one, other))

    def test_warm_up_does_not_count(self):
        results = Results([run("cp", 0, 9.0), run("cp", 1, 1.0)], "loopback", data_set("/nowhere"))
        self.assertEqual({1: 1.0}, results.series("cp"))

    def test_a_failed_run_has_no_figure_and_its_reason(self):
        results = Results([run("cp", 1, 1.0), run("cp", 2, 0.0, failure="why")], "loopback", data_set("/nowhere"))
        self.assertEqual({1: 1.0}, results.series("cp"))
        self.assertEqual({"cp": "why"}, results.failures)

    def test_processor_time_is_per_gigabyte_and_memory_is_the_peak(self):
        results = Results([run("x", 1, 1.0), run("x", 2, 1.0)], "loopback", data_set("/nowhere"))
        self.assertEqual(3.0, results.processor("x", ("source", "destination")).median)
        self.assertEqual(2.0, results.anonymous_mib("x", "destination"))

    def test_the_columns_of_a_table_are_aligned(self):
        self.assertEqual("| a  | b |\n|----|---|\n| cc | 1 |", tables.table(("a", "b"), [("cc", 1)]))


class DataSetTest(unittest.TestCase):
    def test_the_full_sets_have_the_documented_sizes(self):
        sizes = {name: [size for _, size in datasets.plan(name, 1)] for name in options.SETS}
        self.assertEqual([2 << 30], sizes["large"])
        self.assertEqual([10 << 20] * 200, sizes["memznet"])
        self.assertEqual((2000, 8 << 10, 4 << 20), (len(sizes["small"]), min(sizes["small"]), max(sizes["small"])))
        self.assertEqual(20000, len(sizes["tiny"]))
        self.assertTrue(all(8 << 10 <= size <= 64 << 10 for size in sizes["tiny"]))
        self.assertTrue(all(path.count("/") == 5 for path, _ in datasets.plan("tiny", 1)))

    def test_a_complete_set_is_kept_and_a_damaged_one_written_again(self):
        with tempfile.TemporaryDirectory() as below:
            data = datasets.build("tiny", 0.0002, pathlib.Path(below))
            file = data.directory / data.files[0][0]
            content, written = file.read_bytes(), file.stat().st_mtime_ns
            datasets.build("tiny", 0.0002, pathlib.Path(below))
            self.assertEqual(written, file.stat().st_mtime_ns)
            file.write_bytes(content[1:])
            datasets.build("tiny", 0.0002, pathlib.Path(below))
            self.assertEqual(content, file.read_bytes())

    def test_a_copy_with_one_other_byte_is_noticed(self):
        with tempfile.TemporaryDirectory() as below:
            one = datasets.build("tiny", 0.0002, pathlib.Path(below) / "one")
            other = datasets.build("tiny", 0.0002, pathlib.Path(below) / "other")
            self.assertIsNone(datasets.difference(one, other.directory, every_byte=True))
            file = other.directory / other.files[2][0]
            content = bytearray(file.read_bytes())
            content[5] ^= 1
            file.write_bytes(content)
            self.assertIsNone(datasets.difference(one, other.directory, every_byte=False))
            self.assertIn("other bytes", datasets.difference(one, other.directory, every_byte=True))
            file.unlink()
            self.assertIn("1 files missing", datasets.difference(one, other.directory, every_byte=False))

    def test_parts_share_the_bytes_and_lose_no_file(self):
        files = [(f"f{number}", 1000 * number) for number in range(40)]
        divided = peers.parts(files, 4)
        self.assertEqual(sorted(path for path, _ in files), sorted(path for part in divided for path in part))
        weights = [sum(dict(files)[path] for path in part) for part in divided]
        self.assertLess(max(weights) - min(weights), 40_000)


class ProcessesTest(unittest.TestCase):
    def test_tables_of_strace_are_added_up(self):
        with tempfile.TemporaryDirectory() as below:
            file = pathlib.Path(below) / "calls"
            rule = "--------- --------- ----------------"
            rows = ("    calls    errors syscall", rule, "        7           read", "       40        19 openat",
                    rule, "       47        19 total")
            file.write_text("\n".join(rows) + "\n")
            self.assertEqual({"read": [14, 0], "openat": [80, 38]}, calls._sum([file, file]))

    def test_held_memory_keeps_one_page_in_sixteen(self):
        before = processes.anonymous_bytes(["self"])
        memory = hold.hold(256 << 20)
        grown = processes.anonymous_bytes(["self"]) - before
        self.assertLess(grown, 64 << 20)
        self.assertEqual(1, memory[0])
        self.assertEqual(0, memory[hold.PAGE])
        memory.close()


if __name__ == "__main__":
    unittest.main()
