package org.bdm.extension.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.history.SizeClass;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.demo.DemoSettings;
import org.jspecify.annotations.Nullable;

/** Writes what jobs took, what was decided while they ran, and what measurements found. */
final class DemoJobHistory {
    private static final List<String> STAGES = List.of("streams", "readers", "writers", "hashers");
    private static final List<String> MODES = List.of("mem-mem", "disk-mem", "mem-disk", "disk-disk");
    private static final long NODE = 1;

    private final DemoRows rows;
    private final DemoChance chance;
    private final DemoRates rates;
    private final Instant now;
    private int benches;

    DemoJobHistory(DemoRows rows, DemoSettings settings) {
        this.rows = rows;
        this.now = settings.now();
        this.chance = new DemoChance(settings.seed(), "history");
        this.rates = new DemoRates(rows, settings);
    }

    /** The number of decisions of a job: each changes a number of workers. */
    static int decisions(DemoJob job) {
        boolean isRun = job.kind() != JobKind.BENCH && job.isListed() && job.endedFiles() > 0;
        return isRun ? 2 + job.number() % 11 : 0;
    }

    void write(DemoJob job, DemoAmounts amounts, @Nullable Instant ended) {
        if (job.kind() == JobKind.BENCH) writeBench(job);
        writeDecisions(job, ended == null ? job.lastWork(now) : ended);
        rates.writeJob(job, amounts, ended);
        if (ended == null || amounts.files(FileState.DONE) == 0) return;
        long millis = Duration.between(job.startedAt(), ended).toMillis();
        writePart(job, amounts, ended, millis);
        if (job.state() == JobState.CANCELLED) return;
        rows.add(
                "job_timing (job_no, started_ms, ended_ms, files_listed, listing_millis, predicted_millis)",
                job.number(),
                job.startedAt().toEpochMilli(),
                ended.toEpochMilli(),
                (long) job.files(),
                millis / 20,
                millis * (70 + chance.below(60)) / 100);
    }

    private void writePart(DemoJob job, DemoAmounts amounts, Instant ended, long millis) {
        rows.add(
                "transfer_part (job_no, node_no, source, began_ms, ended_ms, active_millis, first_byte_millis, streams,"
                        + " bytes_checked, tiny_files, tiny_bytes, small_files, small_bytes, medium_files, medium_bytes,"
                        + " large_files, large_bytes)",
                job.number(),
                NODE,
                job.from(),
                job.startedAt().toEpochMilli(),
                ended.toEpochMilli(),
                millis,
                40L + chance.below(300),
                2 + job.number() % 7,
                0L,
                amounts.doneFiles(SizeClass.TINY),
                amounts.doneBytes(SizeClass.TINY),
                amounts.doneFiles(SizeClass.SMALL),
                amounts.doneBytes(SizeClass.SMALL),
                amounts.doneFiles(SizeClass.MEDIUM),
                amounts.doneBytes(SizeClass.MEDIUM),
                amounts.doneFiles(SizeClass.LARGE),
                amounts.doneBytes(SizeClass.LARGE));
    }

    private void writeDecisions(DemoJob job, Instant last) {
        int[] numbers = {2, 4, 2, 2};
        long seconds = Duration.between(job.startedAt(), last).toSeconds();
        long step = Math.max(1, Math.min(30, seconds / (decisions(job) + 1)));
        for (int at = 1; at <= decisions(job); at++) {
            int stage = chance.below(STAGES.size());
            int before = numbers[stage];
            int after = before > 2 && chance.in(25) ? before - 1 : before + 1;
            numbers[stage] = after;
            long rate = job.bytesPerSecond() * (60 + at * 4L) / 100;
            String text = after > before
                    ? STAGES.get(stage) + " limited: one more was tried, and brought " + (4 + chance.below(20)) + " %"
                    : "one less did as much: the rate stayed the same";
            rows.add(
                    "job_decision (job_no, decision_no, decided_ms, source, stage, number_before, number_after,"
                            + " bytes_per_second, text)",
                    job.number(),
                    at,
                    job.startedAt().plusSeconds(step * at).toEpochMilli(),
                    job.from(),
                    STAGES.get(stage),
                    before,
                    after,
                    rate,
                    text);
        }
    }

    private void writeBench(DemoJob job) {
        boolean isFailed = job.state() == JobState.FAILED;
        String mode = MODES.get(benches % MODES.size());
        long tookMillis = 10_000;
        rows.add(
                "link_bench (bench_no, source, mode, node_no, owner, began_at, took_ms, bytes, streams, limited_by, limit_text,"
                        + " trouble, job_no, wanted_s, export, runs, disks)",
                ++benches,
                job.from(),
                mode,
                NODE,
                job.owner(),
                job.startedAt(),
                tookMillis,
                isFailed ? 0L : job.bytesPerSecond() * 10 * (6 - benches % 4) / 3,
                4,
                isFailed ? "" : mode.endsWith("disk") ? "disk" : "network",
                isFailed
                        ? ""
                        : mode.endsWith("disk")
                                ? "the disk of the destination: it writes for 96 % of the time"
                                : "the network: the round trip is 24 ms, 0.01 % of the packets were sent again",
                isFailed ? job.trouble().text() : "",
                job.number(),
                10,
                mode.endsWith("disk") ? "scratch" : "",
                1,
                mode.startsWith("disk") ? "read 214 files of " + job.from() + "/cmip; the page cache was dropped" : "");
    }
}
