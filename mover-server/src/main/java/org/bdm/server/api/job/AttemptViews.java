package org.bdm.server.api.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.control.job.AttemptView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.file.FileEffort;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.file.Files;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.job.run.SourcePlace;
import org.bdm.server.message.ProblemText;
import org.jspecify.annotations.Nullable;

/** The attempts of a file: those that are rows, the newest, which the file itself tells of, and how the end of its job cut it short. */
final class AttemptViews {
    private static final int SHOWN_MAX = 10;

    private final FileRow file;
    private final Job job;
    private final List<AttemptView> views = new ArrayList<>();
    private long millisBefore;
    private long bytesBefore;
    private int last;

    private AttemptViews(FileRow file, Job job) {
        this.file = file;
        this.job = job;
    }

    /** At most ten, oldest first; empty for a file that was not tried, or whose first attempt was good. */
    static List<AttemptView> of(FileRow file, Job job, List<Files.Attempt> rows) {
        AttemptViews views = new AttemptViews(file, job);
        rows.forEach(views::add);
        views.addNewest();
        if (file.state() == FileState.CANCELLED) views.addCancelled();
        List<AttemptView> all = views.views;
        return List.copyOf(all.subList(Math.max(0, all.size() - SHOWN_MAX), all.size()));
    }

    private void add(Files.Attempt row) {
        add(row.number(), row.ended(), row.millis(), row.bytesMoved(), word(row.code()), row.code(), row.text());
    }

    private void addNewest() {
        FileEffort effort = file.effort();
        FileTrouble trouble = file.trouble();
        boolean isGood = file.state() == FileState.DONE || file.state() == FileState.SKIPPED_SAME;
        if (effort.attempts() <= last || (isGood && effort.attempts() == 1)) return;
        if (!isGood && trouble == null) return;
        String word = isGood || trouble == null ? file.state().name() : word(trouble.code());
        add(
                effort.attempts(),
                file.since(),
                effort.millis(),
                effort.bytesMoved(),
                word,
                trouble == null ? null : trouble.code(),
                trouble == null ? null : trouble.text());
    }

    private void addCancelled() {
        int number = Math.max(last, file.effort().attempts()) + 1;
        JobReason reason = job.reason();
        boolean isByUser = job.state() == JobState.CANCELLED
                && reason != null
                && reason.code().equals(JobState.CANCELLED.name());
        views.add(new AttemptView(
                number,
                null,
                job.endedAt(),
                source(),
                0,
                isByUser ? "CANCELLED_BY_USER" : "CANCELLED_BY_SYSTEM",
                ErrorCode.CANCELLED.name(),
                reason == null ? null : ProblemText.shown(reason.text())));
    }

    private void add(
            int number,
            @Nullable Instant ended,
            long millis,
            long bytes,
            String word,
            @Nullable ErrorCode code,
            @Nullable String text) {
        Instant started = ended == null ? null : ended.minusMillis(Math.max(0, millis - millisBefore));
        views.add(new AttemptView(
                number,
                started,
                ended,
                source(),
                Math.max(0, bytes - bytesBefore),
                word,
                code == null ? null : code.name(),
                text == null ? null : ProblemText.shown(text)));
        millisBefore = millis;
        bytesBefore = bytes;
        last = number;
    }

    private String source() {
        return SourcePlace.shown(file);
    }

    private static String word(ErrorCode code) {
        return code == ErrorCode.TIMED_OUT ? "TIMED_OUT" : "FAILED";
    }
}
