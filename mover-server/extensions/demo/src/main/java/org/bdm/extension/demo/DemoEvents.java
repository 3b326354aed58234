package org.bdm.extension.demo;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects events, and writes them in the order of their times, as their numbers have to be. One thread. */
final class DemoEvents {
    private final List<Line> lines = new ArrayList<>();

    private record Line(Instant at, @Nullable Long job, String code, String text, String data) {}

    void of(int job, Instant at, String code, String text, String data) {
        lines.add(new Line(at, (long) job, code, text, data));
    }

    void ofSite(Instant at, String code, String text) {
        lines.add(new Line(at, null, code, text, "{}"));
    }

    void write(DemoRows rows) {
        lines.sort(Comparator.comparing(Line::at));
        long number = 0;
        for (Line line : lines) {
            rows.add(
                    "event (event_no, job_no, happened_at, code, text, data)",
                    ++number,
                    line.job(),
                    line.at(),
                    line.code(),
                    line.text(),
                    line.data());
        }
        rows.lastNumber("event", number);
    }
}
