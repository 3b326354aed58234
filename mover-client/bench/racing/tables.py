"""The tables, as Markdown that also reads well on a terminal."""
from racing.figures import Spread, excess, ratio
from racing.rounds import ENDS

SHOWN_CALLS = 8
COPY = "cp"


def table(headings, rows):
    """Returns a Markdown table whose columns are aligned."""
    cells = [list(headings), *[[str(cell) for cell in row] for row in rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in cells]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def _text(spread, digits=2):
    return spread.text(digits) if spread else "-"


def race_table(results, contenders):
    """One row for each series: seconds, rate, ratio to cp, processor time, memory."""
    copy = results.series(COPY)
    rows = []
    for contender in contenders:
        name = contender.name
        if contender.is_ours:
            rows.append(_row(results, contender, f"{name}, job", results.job_series(name), copy, ENDS, ENDS))
            rows.append(_row(results, contender, f"{name}, command", results.series(name), copy, ("command",),
                             ("command",)))
        else:
            rows.append(_row(results, contender, name, results.series(name), copy, (*ENDS, "command"), ENDS))
    rows = [row for row in rows if row]
    rate = "files/s" if results.data.is_tree else "Gbit/s"
    return table(("contender", "seconds", rate, "to cp", "minus cp, s", "CPU s/GB", "anonymous MiB"), rows)


def verified_table(contenders):
    """What each contender checks of what it moved."""
    return table(("contender", "verifies"), [(one.name, one.verifies) for one in contenders])


def _row(results, contender, label, series, copy, processor_parts, memory_parts):
    seconds = Spread.of(series.values())
    if not seconds:
        return None
    units = len(results.data.files) if results.data.is_tree else results.data.gigabytes * 8
    rate = f"{units / seconds.median:.{0 if results.data.is_tree else 1}f}"
    if contender.is_reference and results.data.is_tree:
        rate = "-"  # it moves no files
    memory = " + ".join(f"{results.anonymous_mib(contender.name, part):.0f}" for part in memory_parts)
    return (label, seconds.text(), rate, _text(ratio(series, copy)), _text(excess(series, copy)),
            _text(results.processor(contender.name, processor_parts)), memory)


def ratio_table(results, contenders):
    """Our times divided by those of each other in the same round: below 1 we are faster."""
    ours = [contender.name for contender in contenders
            if contender.is_ours and not contender.is_other and results.series(contender.name)]
    columns = [(f"{name}, {part}", series) for name in ours
               for part, series in (("job", results.job_series(name)), ("command", results.series(name)))]
    rows = [(contender.name, *[_text(ratio(series, results.series(contender.name))) for _, series in columns])
            for contender in contenders if not contender.is_ours and results.series(contender.name)]
    return table(("divided by", *[heading for heading, _ in columns]), rows) if rows and columns else None


def against_table(results, contenders):
    """This clone divided by the other one, digest by digest; None when there is no other."""
    rows = []
    for contender in contenders:
        other = contender.name.replace("bdm-", "bdm-other-", 1)
        if contender.is_ours and results.series(other) and results.series(contender.name):
            rows.append((contender.name.removeprefix("bdm-"),
                         _text(ratio(results.job_series(contender.name), results.job_series(other))),
                         _text(ratio(results.series(contender.name), results.series(other))),
                         _text(_processor_ratio(results, contender.name, other))))
    return table(("this clone / the other", "job", "command", "CPU of both servers"), rows) if rows else None


def _processor_ratio(results, one, other):
    return ratio(results.processor_series(one, ENDS), results.processor_series(other, ENDS))


def calls_table(counts):
    """System calls per file of each end, most frequent first; how many of them failed in parentheses."""
    rows = []
    for calls in counts:
        if calls.failure:
            rows.append((calls.contender, "-", "-", f"not counted: {calls.failure}"))
        for end, kinds in calls.counts.items():
            if not kinds:
                continue
            total = sum(number for number, _ in kinds.values())
            often = sorted(kinds.items(), key=lambda kind: -kind[1][0])[:SHOWN_CALLS]
            rows.append((calls.contender, end, f"{total / calls.files:.1f}",
                         ", ".join(_call(name, *numbers, calls.files) for name, numbers in often)))
    return table(("contender", "end", "calls per file", "most frequent"), rows) if rows else None


def _call(name, number, failed, files):
    return f"{name} {number / files:.2f}" + (f" ({failed / files:.2f} failed)" if failed / files >= 0.005 else "")
