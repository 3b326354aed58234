package org.bdm.extension.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.core.transfer.TransferOptions.VerifyMode;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.JobSettingsBuilder;
import org.bdm.server.catalog.settings.SettingsJson;
import org.bdm.server.demo.DemoSettings;
import org.bdm.server.job.progress.JobReport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Writes jobs with their counts, reports and events. */
final class DemoJobs {
    private static final long SHARD = 1;

    private static final int BACKGROUND = 8; // the class CS1

    private final DemoRows rows;
    private final DemoSettings settings;
    private final DemoEvents events;
    private final DemoFiles files;
    private final DemoJobHistory history;

    DemoJobs(DemoRows rows, DemoSettings settings, DemoEvents events, List<DemoDataset> datasets) {
        this.rows = rows;
        this.settings = settings;
        this.events = events;
        this.files = new DemoFiles(rows, settings, datasets);
        this.history = new DemoJobHistory(rows, settings);
    }

    /** Writes the jobs with everything that hangs on them. */
    void write(List<DemoJob> jobs) {
        for (DemoJob job : jobs) {
            DemoAmounts amounts = files.write(job);
            Instant ended = job.state().isFinal() ? endedAt(job, amounts) : null;
            writeJob(job, amounts, ended);
            writeCounts(job, amounts);
            if (ended != null) writeReport(job, amounts, ended);
            history.write(job, amounts, ended);
            tell(job, amounts, ended);
        }
        rows.lastNumber("job", jobs.stream().mapToLong(DemoJob::number).max().orElse(0));
        rows.numbersGoOn("link_bench", "bench_no");
    }

    private Instant endedAt(DemoJob job, DemoAmounts amounts) {
        long seconds = amounts.bytes() / job.bytesPerSecond() + job.files() / 2 + 20;
        Instant last = settings.now().minus(Duration.ofMinutes(10L + 7L * (200 - job.number())));
        Instant ended = job.startedAt().plusSeconds(job.kind() == JobKind.BENCH ? 31 : Math.max(seconds, 60));
        return ended.isAfter(last) ? last : ended;
    }

    private void writeJob(DemoJob job, DemoAmounts amounts, @Nullable Instant ended) {
        boolean isPaused = job.state() == JobState.PAUSED;
        DemoTrouble why = reason(job, amounts.files(FileState.FAILED));
        boolean hasReason = !why.equals(DemoTrouble.NONE);
        rows.add(
                "job (job_no, kind, owner, label, priority, max_rate, retry_of, state, resumes_as, reason_code, reason_text,"
                        + " reason_since, created_at, started_at, ended_at, listing_complete, item_count, data_security)",
                job.number(),
                job.kind().code(),
                job.owner(),
                job.label(),
                1 + (job.number() % 7 == 0 ? 4 : 2),
                job.number() % 9 == 0 ? 400L << 20 : 0L,
                job.retryOf() == 0 ? null : (long) job.retryOf(),
                job.state().code(),
                isPaused ? JobState.ACTIVE.code() : null,
                hasReason ? why.code() : null,
                hasReason ? why.text() : null,
                hasReason ? ended != null ? ended : job.pausedAt(settings.now()) : null,
                job.createdAt(),
                job.state() == JobState.QUEUED ? null : job.startedAt(),
                ended,
                job.isListed(),
                job.isOfItems() ? job.files() : 1,
                job.from().contains(".") ? null : "tls");
        writeRequest(job);
    }

    private static DemoTrouble reason(DemoJob job, long failed) {
        return switch (job.state()) {
            case PAUSED, FAILED -> job.trouble();
            case PARTIAL -> {
                ErrorCode code = ErrorCode.valueOf(job.trouble().code());
                String files = failed == 1 ? "1 file" : failed + " files";
                yield new DemoTrouble(code.name(), files + " failed. " + code.advice());
            }
            case CANCELLED -> new DemoTrouble("CANCELLED_BY_USER", "cancelled by " + job.owner());
            default -> DemoTrouble.NONE;
        };
    }

    private void writeRequest(DemoJob job) {
        boolean isBench = job.kind() == JobKind.BENCH;
        rows.add(
                "job_request (job_no, options, source, destination)",
                job.number(),
                SettingsJson.write(options(job)),
                job.from().contains(".") ? null : "bdm://" + job.from() + (isBench ? "" : "/cmip/"),
                "bdm://" + settings.site() + "/" + job.export() + "/");
        rows.add(
                "job_listing (job_no, next_item, next_directory, next_file, next_chunk, lease_until_ms, lease_number)",
                job.number(),
                job.isOfItems() ? job.files() : 1,
                0,
                job.files(),
                (job.files() + 999) / 1_000,
                0L,
                1);
        if (!isBench) rows.add("job_export (job_no, export)", job.number(), job.export());
    }

    private static JobSettings options(DemoJob job) {
        return JobSettingsBuilder.builder()
                .onConflict(job.number() % 6 == 0 ? ConflictPolicy.OVERWRITE : ConflictPolicy.SKIP)
                .verify(job.number() % 5 == 0 ? VerifyMode.READBACK : VerifyMode.STREAM)
                .include(job.number() % 8 == 0 ? List.of("**/*.nc") : List.of())
                .writers(job.number() % 9 == 0 ? 4 : null)
                .delete(false)
                .dscp(job.number() % 7 == 0 ? BACKGROUND : null)
                .build();
    }

    private void writeCounts(DemoJob job, DemoAmounts amounts) {
        long done = amounts.files(FileState.DONE);
        long failed = amounts.files(FileState.FAILED);
        EvidenceLevel level = DemoFiles.evidence(job);
        rows.add(
                "job_count (job_no, shard, total_files, total_bytes, waiting_files, waiting_bytes, done_files, done_bytes,"
                        + " skipped_files, skipped_bytes, failed_files, failed_bytes, moved_bytes, resent_bytes, stream_files,"
                        + " readback_memory_files, readback_files, published_files, reused_files, reused_bytes)",
                job.number(),
                SHARD,
                amounts.files(),
                amounts.bytes(),
                amounts.files(FileState.WAITING),
                amounts.bytes(FileState.WAITING),
                done,
                amounts.bytes(FileState.DONE),
                amounts.files(FileState.SKIPPED_SAME),
                amounts.bytes(FileState.SKIPPED_SAME),
                failed,
                amounts.bytes(FileState.FAILED),
                moved(amounts),
                resent(amounts),
                level == EvidenceLevel.STREAM ? done : 0L,
                0L,
                level == EvidenceLevel.READBACK ? done : 0L,
                level == EvidenceLevel.PUBLISHED ? done : 0L,
                0L,
                0L);
        if (failed > 0) {
            rows.add(
                    "job_error (job_no, shard, error_code, files)",
                    job.number(),
                    SHARD,
                    ErrorCode.valueOf(job.trouble().code()).number(),
                    failed);
        }
    }

    private static long moved(DemoAmounts amounts) {
        return amounts.bytes(FileState.DONE) + amounts.bytes(FileState.FAILED) / 3;
    }

    private static long resent(DemoAmounts amounts) {
        return amounts.bytes(FileState.FAILED) / 4;
    }

    private void writeReport(DemoJob job, DemoAmounts amounts, Instant ended) {
        long millis = Duration.between(job.startedAt(), ended).toMillis();
        long failed = amounts.files(FileState.FAILED);
        JobReport report = new JobReport(
                amounts.filesByState(),
                amounts.bytesByState(),
                amounts.files(FileState.DONE) == 0
                        ? Map.of()
                        : Map.of(DemoFiles.evidence(job).shownAs(), amounts.files(FileState.DONE)),
                moved(amounts),
                resent(amounts),
                2 + job.number() % 7,
                job.from().contains(".") ? "" : "tls",
                millis / 20,
                millis * 9 / 10,
                millis / 7,
                millis / 15,
                failed == 0
                        ? List.of()
                        : List.of(new JobReport.Failures(job.trouble().code(), failed)),
                Amount.NONE,
                (long) DemoJobHistory.decisions(job));
        rows.add(
                "job_report (job_no, report)", job.number(), JsonMapper.shared().writeValueAsString(report));
    }

    private void tell(DemoJob job, DemoAmounts amounts, @Nullable Instant ended) {
        String id = "job-" + job.number();
        int items = job.isOfItems() ? job.files() : 1;
        events.of(
                job.number(),
                job.createdAt(),
                JobState.QUEUED.name(),
                id + " was submitted by " + job.owner() + " with " + items + (items == 1 ? " item" : " items"),
                "{\"items\":" + items + "}");
        if (job.state() == JobState.QUEUED) return;
        List<JobState> states = new ArrayList<>(List.of(JobState.PLANNING));
        if (job.isListed()) states.add(JobState.ACTIVE);
        if (job.state() == JobState.PAUSED || ended != null) states.add(job.state());
        JobState before = JobState.QUEUED;
        for (JobState state : states) {
            boolean isLast = state == job.state() && (ended != null || job.state() == JobState.PAUSED);
            Instant at = state == JobState.PLANNING
                    ? job.startedAt()
                    : ended != null && isLast
                            ? ended
                            : state == JobState.ACTIVE ? job.startedAt().plusSeconds(9) : job.pausedAt(settings.now());
            String why = isLast && !job.trouble().text().isEmpty()
                    ? ": " + job.trouble().text()
                    : "";
            events.of(job.number(), at, state.name(), id + " is " + state + why, "{\"from\":\"" + before + "\"}");
            before = state;
        }
        if (job.isListed()) {
            String text = id + " is wholly listed: " + amounts.files() + " files";
            events.of(job.number(), job.startedAt().plusSeconds(20), "LISTED", text, "{}");
        }
    }
}
