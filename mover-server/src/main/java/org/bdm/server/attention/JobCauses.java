package org.bdm.server.attention;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.id.JobId;
import org.bdm.server.attention.AttentionItem.Cause;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobError;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.message.ProblemText;

/** Turns jobs that need a person into items. Any thread that may block. */
final class JobCauses {
    private static final String API = "/api/v1";
    private static final int RETRIES_COUNTED_MAX = 10;
    private static final int CODES_NAMED_MAX = 3;

    private final Catalog catalog;

    JobCauses(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The item of a job that is paused; empty if it is not, or goes on without a person. */
    Optional<AttentionItem> paused(Job job) {
        JobReason reason = job.reason();
        if (job.state() != JobState.PAUSED || reason == null || !needsPerson(reason.code())) return Optional.empty();
        Cause cause = new Cause(
                reason.code(),
                job.id() + " is paused: " + ProblemText.shown(reason.text()),
                adviceOfPause(reason.code()),
                reason.since(),
                reason.since(),
                1);
        long files = catalog.jobs().counts(job.id()).open();
        return Optional.of(AttentionItem.ofJob(
                AttentionKind.PAUSED,
                job,
                cause,
                files,
                steer(job, "resume").after(new JobCures(job).ofPause(reason.code(), reason.text()))));
    }

    private static boolean needsPerson(String code) {
        for (PauseReason known : PauseReason.values()) if (known.name().equals(code)) return known.needsPerson();
        return true;
    }

    private static String adviceOfPause(String code) {
        if (code.equals(PauseReason.BY_USER.name()))
            return "Resume it with 'bdm-client resume JOB', or cancel it with 'bdm-client cancel JOB'.";
        return advice(code);
    }

    /** The advice of a code that may be one of this version or not. */
    private static String advice(String code) {
        for (ErrorCode known : ErrorCode.values()) if (known.name().equals(code)) return known.advice();
        return "";
    }

    /** The item of a job that ended with failures; empty if nothing is known to have failed. */
    Optional<AttentionItem> failed(Job job, List<JobError> errors) {
        Instant at = job.endedAt() == null ? job.createdAt() : job.endedAt();
        String code;
        String text;
        long files = errors.stream().mapToLong(JobError::files).sum();
        if (!errors.isEmpty()) {
            code = errors.get(0).code().name();
            text = job.id() + ": " + (files == 1 ? "1 file" : files + " files") + " failed: " + names(errors) + ".";
        } else if (job.reason() != null) { // of a directory, or of the job as a whole
            code = job.reason().code();
            text = job.id() + " failed: " + ProblemText.shown(job.reason().text());
        } else {
            return Optional.empty();
        }
        First first = first(job, at);
        Cause cause = new Cause(code, text, advice(code), first.at(), at, first.times());
        return Optional.of(AttentionItem.ofJob(
                AttentionKind.FAILED,
                job,
                cause,
                files,
                ofFailure(job, code).after(new JobCures(job).ofFailure(code, files))));
    }

    private static String names(List<JobError> errors) {
        String named = errors.stream()
                .limit(CODES_NAMED_MAX)
                .map(error -> error.code().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                        + (errors.size() == 1 ? "" : " (" + error.files() + ")"))
                .collect(Collectors.joining(", "));
        int more = errors.size() - CODES_NAMED_MAX;
        return more <= 0 ? named : named + " and " + more + (more == 1 ? " other error" : " other errors");
    }

    /** Finds when the first of the jobs failed that this one retries, and counts them. */
    private First first(Job job, Instant at) {
        First first = new First(at, 1);
        JobId before = job.request().retryOf();
        while (before != null && first.times() < RETRIES_COUNTED_MAX) {
            Optional<Job> earlier = catalog.jobs().find(before);
            if (earlier.isEmpty() || earlier.get().endedAt() == null) break;
            first = new First(earlier.get().endedAt(), first.times() + 1);
            before = earlier.get().request().retryOf();
        }
        return first;
    }

    private record First(Instant at, int times) {}

    /** Puts the item away where a second attempt would fail as the first did; a job of which nothing arrived is deleted. */
    private static Remedy ofFailure(Job job, String code) {
        boolean isWrongRequest = kind(code) == ErrorKind.BAD_REQUEST;
        if (!isWrongRequest) return steer(job, "retry");
        if (job.state() == JobState.FAILED)
            return new Remedy("bdm-client delete " + job.id(), "DELETE", API + "/jobs/" + job.id(), null);
        String id = AttentionKind.FAILED.id(job.id().toString());
        return new Remedy(
                "bdm-client attention ack " + id, "POST", API + "/attention/" + id + "/acknowledgement", Map.of());
    }

    private static ErrorKind kind(String code) {
        for (ErrorCode known : ErrorCode.values()) if (known.name().equals(code)) return known.kind();
        return ErrorKind.DEFECT;
    }

    private static Remedy steer(Job job, String verb) {
        return new Remedy("bdm-client " + verb + " " + job.id(), "POST", API + "/jobs/" + job.id() + "/" + verb, null);
    }
}
