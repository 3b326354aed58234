package org.bdm.extension.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.transfer.FileState;
import org.bdm.server.demo.DemoSettings;
import org.jspecify.annotations.Nullable;

/** Writes what links and jobs moved, step by step: high by night, lower by day, and nothing while a source was away. */
final class DemoRates {
    private static final long NODE = 1;
    private static final int FINE_SECONDS = 10;
    private static final int COARSE_SECONDS = 300;
    private static final int MOST_STEPS = 500;
    private static final Duration KEPT = Duration.ofDays(30);
    private static final long MEAN_FILE = 110L << 20;

    private final DemoRows rows;
    private final DemoSettings settings;

    DemoRates(DemoRows rows, DemoSettings settings) {
        this.rows = rows;
        this.settings = settings;
    }

    /** Writes a month of each link to this site in steps of 5 minutes, and its last hour in steps of 10 s besides. */
    void writeLinks() {
        List<String> sources = new ArrayList<>(DemoNames.SITES);
        sources.remove(settings.site());
        sources.addAll(DemoNames.DATA_NODES.subList(0, 2));
        for (int at = 0; at < sources.size(); at++) writeLink(sources.get(at), (420L << 20) / (at + 1));
    }

    private void writeLink(String source, long mostBytesPerSecond) {
        DemoChance chance = new DemoChance(settings.seed(), "rates of " + source);
        long end = settings.now().getEpochSecond() / COARSE_SECONDS * COARSE_SECONDS;
        long fineFrom = end - Duration.ofHours(1).toSeconds();
        long awayFrom = end - chance.between(2 * 86_400, KEPT.toSeconds());
        long awayUntil = awayFrom + chance.between(7_200, 64_800);
        for (long at = end - KEPT.toSeconds(); at < end; at += COARSE_SECONDS) {
            long rate = mostBytesPerSecond * shareByHour(at) * (70 + chance.below(30)) / 10_000;
            if (at >= awayFrom && at < awayUntil) continue;
            long bytes = at < fineFrom ? rate * COARSE_SECONDS : writeFine(source, at, rate, chance);
            add(COARSE_SECONDS, at, source, bytes);
        }
    }

    /** Returns what the steps of 10 s have together. */
    private long writeFine(String source, long from, long rate, DemoChance chance) {
        long sum = 0;
        for (long at = from; at < from + COARSE_SECONDS; at += FINE_SECONDS) {
            long bytes = rate * FINE_SECONDS * (85 + chance.below(30)) / 100;
            add(FINE_SECONDS, at, source, bytes);
            sum += bytes;
        }
        return sum;
    }

    private void add(int step, long atSeconds, String source, long bytes) {
        rows.add(
                "link_rate (step_seconds, at_ms, source, node_no, bytes, files, failures)",
                step,
                atSeconds * 1_000,
                source,
                NODE,
                bytes,
                bytes / MEAN_FILE,
                atSeconds / step % 97 == 0 ? 1 + bytes / MEAN_FILE / 20 : 0);
    }

    /** In percent: most at 2 in the night (UTC), least at 14. */
    private static int shareByHour(long atSeconds) {
        double day = (atSeconds % 86_400 - 7_200) / 86_400.0;
        return (int) Math.round(65 + 35 * Math.cos(2 * Math.PI * day));
    }

    /** Writes what a job moved until it ended, was paused, or until now. */
    void writeJob(DemoJob job, DemoAmounts amounts, @Nullable Instant ended) {
        long bytes = amounts.bytes(FileState.DONE);
        if (bytes == 0) return;
        long seconds = Duration.between(job.startedAt(), ended == null ? job.lastWork(settings.now()) : ended)
                .toSeconds();
        int step = FINE_SECONDS;
        while (seconds / step > MOST_STEPS) step *= 2;
        DemoChance chance = new DemoChance(settings.seed(), "rates of job " + job.number());
        int steps = (int) Math.max(1, seconds / step);
        int[] shares = new int[steps];
        long whole = 0;
        for (int at = 0; at < steps; at++) {
            int ramp = Math.min(100, 25 + 25 * at);
            shares[at] = ramp * (75 + chance.below(25));
            whole += shares[at];
        }
        long begin = job.startedAt().getEpochSecond() / step * step;
        for (int at = 0; at < steps; at++) {
            long moved = (long) ((double) bytes * shares[at] / whole);
            rows.add(
                    "job_rate (job_no, node_no, at_ms, step_seconds, bytes, files)",
                    job.number(),
                    NODE,
                    (begin + (long) at * step) * 1_000,
                    step,
                    moved,
                    amounts.files(FileState.DONE) * shares[at] / whole);
        }
    }
}
