"""What the replay of estimates computes from its jobs, without running one."""
import pathlib
import random
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from estimates import coverage, main, trees  # noqa: E402: after the path is set
from racing.course import CannotRace  # noqa: E402


def job(number, seconds, setting="x"):
    return coverage.Job(number, setting, 1, 1, 1.0, 2.0, 3.0, "a guess", seconds)


class CoverageTest(unittest.TestCase):
    def test_only_the_later_half_counts(self):
        jobs = [job(1, 9), job(2, 9), job(3, 2), job(4, 9)]
        self.assertEqual(0.5, coverage.share_between(coverage.later_half(jobs)))
        self.assertIn("50% of 2", coverage.report(jobs)[0])

    def test_the_bounds_are_between(self):
        self.assertTrue(job(1, 1.0).is_between)
        self.assertTrue(job(1, 3.0).is_between)
        self.assertFalse(job(1, 3.01).is_between)


class TreesTest(unittest.TestCase):
    def test_a_tree_has_the_bytes_that_its_link_carries_in_the_time(self):
        with tempfile.TemporaryDirectory() as directory:
            pool = trees.Pool(pathlib.Path(directory) / "pool")
            pool.write()
            draw = random.Random(1)
            for number in range(20):
                files, size = pool.tree(pathlib.Path(directory) / f"t{number}", draw, 5, 4e6)
                self.assertGreater(files, 0)
                self.assertLess(size, 5 * 4e6 + 12 * trees.MIB)


class SettingTest(unittest.TestCase):
    def test_a_setting_is_told_by_rtt_rate_and_loss(self):
        setting = main.Setting("50ms:60mbit:0.001")
        self.assertEqual((7.5e6, 0.001), (setting.bytes_per_second, setting.loss))
        self.assertRaises(CannotRace, main.Setting, "50ms")


if __name__ == "__main__":
    unittest.main()
