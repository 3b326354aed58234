"""What the replay concludes from its jobs."""
import dataclasses
import math
import statistics


@dataclasses.dataclass(frozen=True)
class Job:
    """A job with what was said of it before.

    setting: of the link
    seconds: from its submission to its end
    """
    number: int
    setting: str
    files: int
    bytes: int
    p10: float
    p50: float
    p90: float
    basis: str
    seconds: float

    @property
    def is_between(self):
        return self.p10 <= self.seconds <= self.p90

    def line(self):
        return (f"{self.number:4d}  {self.setting:24s} {self.files:5d} files {self.bytes / 1e6:8.1f} MB  "
                f"predicted {self.p10:5.1f} {self.p50:5.1f} {self.p90:5.1f} s  took {self.seconds:5.1f} s  "
                f"{'between' if self.is_between else 'outside'}  {self.basis}")


def later_half(jobs):
    """The jobs of the second half in time: the first half is what the estimates learn from."""
    return jobs[len(jobs) // 2:]


def share_between(jobs):
    return sum(job.is_between for job in jobs) / len(jobs) if jobs else math.nan


def report(jobs):
    """Lines for a person."""
    later = later_half(jobs)
    lines = [f"jobs of the later half that ended between P10 and P90: {share_between(later):.0%} of {len(later)}"
             " (aim: 70 % to 90 %)"]
    for setting in dict.fromkeys(job.setting for job in jobs):
        own = [job for job in later if job.setting == setting]
        if own:
            lines.append(f"  {setting}: {share_between(own):.0%} of {len(own)}")
    if later:
        below = sum(job.seconds < job.p10 for job in later) / len(later)
        above = sum(job.seconds > job.p90 for job in later) / len(later)
        miss = statistics.median(abs(math.log(job.seconds / job.p50)) for job in later)
        width = statistics.median(job.p90 / job.p10 for job in later)
        lines.append(f"  earlier than P10: {below:.0%}; later than P90: {above:.0%}; median of P90/P10: {width:.2f};"
                     f" median miss of P50: {math.exp(miss) - 1:.0%}")
    return lines
