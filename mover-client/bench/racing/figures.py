"""Medians, and ratios of runs of the same round."""
import dataclasses
import statistics


@dataclasses.dataclass(frozen=True)
class Spread:
    """Median, lowest and highest of several values."""
    median: float
    lowest: float
    highest: float

    @staticmethod
    def of(values):
        """Returns None for no values."""
        values = list(values)
        return Spread(statistics.median(values), min(values), max(values)) if values else None

    def text(self, digits=2):
        """For example 1.14 [1.08..1.22]."""
        return f"{self.median:.{digits}f} [{self.lowest:.{digits}f}..{self.highest:.{digits}f}]"


class Results:
    """The rounds of one set on one course that count.

    A series is the seconds of a contender by round. Our contenders have two: the job's own time, as its report says,
    and the whole command. What moves no files is told by the time of its transfer alone.
    """

    def __init__(self, runs, course, data):
        self.course = course
        self.data = data
        self._runs = {}
        self.failures = {}
        for run in runs:
            if run.course != course or run.set != data.name:
                continue
            if run.failure:
                self.failures[run.contender] = run.failure
            elif run.round > 0:
                self._runs.setdefault(run.contender, {})[run.round] = run

    def series(self, contender):
        """Seconds by round; for ours those of the whole command."""
        return {number: run.more.get("memory_seconds", run.seconds)
                for number, run in self._runs.get(contender, {}).items()}

    def job_series(self, contender):
        """Seconds by round of the job itself."""
        return {number: run.more["job_seconds"]
                for number, run in self._runs.get(contender, {}).items() if "job_seconds" in run.more}

    def processor(self, contender, parts):
        """CPU seconds per GB (10^9 bytes) of some parts together."""
        return Spread.of(seconds / self.data.gigabytes for seconds in self.processor_series(contender, parts).values())

    def processor_series(self, contender, parts):
        """CPU seconds of some parts together, by round."""
        return {number: sum(run.processor_seconds[part] for part in parts)
                for number, run in self._runs.get(contender, {}).items()}

    def anonymous_mib(self, contender, part):
        """Highest anonymous memory of one part in all runs, in MiB."""
        peaks = [run.anonymous_bytes[part] for run in self._runs.get(contender, {}).values()]
        return max(peaks, default=0) / (1 << 20)


def ratio(one, other):
    """Returns the spread of one / other over the rounds that both have, or None."""
    return Spread.of(one[number] / other[number] for number in one if other.get(number))


def excess(one, other):
    """Returns the spread of one - other over the rounds that both have, or None."""
    return Spread.of(one[number] - other[number] for number in one if number in other)
