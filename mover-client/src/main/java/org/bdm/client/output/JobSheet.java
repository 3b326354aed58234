package org.bdm.client.output;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.bdm.core.control.ByteCounts;
import org.bdm.core.control.DecisionView;
import org.bdm.core.control.ExplanationView;
import org.bdm.core.control.FailureExample;
import org.bdm.core.control.FailureGroup;
import org.bdm.core.control.FileCounts;
import org.bdm.core.control.JobView;
import org.bdm.core.control.OpenFileView;
import org.bdm.core.control.ReportView;
import org.bdm.core.control.StageView;
import org.bdm.core.control.TimeSplit;
import org.bdm.core.control.WithoutTlsView;
import org.jspecify.annotations.Nullable;

/** The long texts about one job: state, report, explanation. One fact a line, its name first. */
public final class JobSheet {
    private final ZoneId zone;
    private final List<String> lines = new ArrayList<>();

    private JobSheet(ZoneId zone) {
        this.zone = zone;
    }

    /** What {@code status} shows. */
    public static List<String> status(JobView job, ZoneId zone) {
        JobSheet sheet = new JobSheet(zone);
        sheet.fact("job", job.id() + " " + job.kind() + (job.label() == null ? "" : " \"" + job.label() + "\""));
        sheet.fact("state", job.state());
        if (job.stateReason() != null) {
            sheet.fact(
                    "reason",
                    job.stateReason().code() + ": " + job.stateReason().text());
            sheet.fact("since", TimeText.moment(job.stateReason().since(), zone));
            sheet.moment("looks again", job.stateReason().nextAt());
        }
        sheet.fact("source", job.source());
        sheet.fact("destination", job.destination());
        sheet.fact("priority", Integer.toString(job.priority()));
        sheet.moment("created", job.createdAt());
        sheet.moment("started", job.startedAt());
        sheet.moment("ended", job.endedAt());
        sheet.counts(job.files(), job.bytes(), job.listingComplete());
        if (job.state().equals("ACTIVE"))
            sheet.fact("rate", ByteSize.rate(job.rate().bytesPerSecond()));
        if (job.estimate() != null && job.endedAt() == null)
            sheet.moment("ends about", job.estimate().p50());
        sheet.fact("limited by", job.limitedBy());
        sheet.fact("verify", job.verify());
        sheet.fact("data security", job.dataSecurity());
        sheet.fact("retry of", job.retryOf());
        return sheet.lines;
    }

    /** What {@code report} shows. */
    public static List<String> report(ReportView report, ZoneId zone) {
        JobSheet sheet = new JobSheet(zone);
        sheet.fact("job", report.jobId() + (report.label() == null ? "" : " \"" + report.label() + "\""));
        sheet.fact("state", report.state());
        sheet.fact("source", report.source());
        sheet.fact("destination", report.destination());
        sheet.moment("started", report.startedAt());
        sheet.moment("ended", report.endedAt());
        if (report.startedAt() != null && report.endedAt() != null)
            sheet.fact("took", TimeText.duration(Duration.between(report.startedAt(), report.endedAt())));
        sheet.counts(report.files(), report.bytes(), true);
        if (report.reused().files() > 0)
            sheet.fact(
                    "reused",
                    report.reused().files() + " files, "
                            + ByteSize.text(report.reused().bytes()) + " from what was held here");
        String evidence = report.evidence().stream()
                .map(count -> count.files() + " " + count.level())
                .collect(Collectors.joining(", "));
        sheet.fact("evidence", evidence.isEmpty() ? "none" : evidence);
        sheet.fact("streams", Integer.toString(report.streams()));
        sheet.fact("data security", report.dataSecurity());
        for (WithoutTlsView without : report.withoutTls())
            sheet.fact(
                    "without TLS",
                    without.files() + " files, " + ByteSize.text(without.bytes()) + " from " + without.place()
                            + ", published with https");
        TimeSplit time = report.time();
        sheet.fact(
                "time",
                "listing " + millis(time.listingMillis()) + ", moving " + millis(time.movingMillis()) + ", verifying "
                        + millis(time.verifyingMillis()) + ", placing " + millis(time.placingMillis()));
        for (FailureGroup group : report.failures()) sheet.failures(group);
        return sheet.lines;
    }

    /** What {@code explain} shows. */
    public static List<String> explanation(ExplanationView view, ZoneId zone) {
        JobSheet sheet = new JobSheet(zone);
        sheet.fact("job", view.jobId());
        sheet.fact("state", view.state());
        sheet.fact("because", (view.code() == null ? "" : view.code() + ": ") + view.reason());
        sheet.moment("since", view.since());
        sheet.fact("next", view.next());
        sheet.moment("next look", view.nextAt());
        sheet.fact("limited by", view.limitedBy());
        for (StageView stage : view.stages())
            sheet.fact(
                    "stage " + stage.stage(),
                    stage.parallelism() + " at work, " + ByteSize.rate(stage.bytesPerSecond()) + ", "
                            + Math.round(stage.busy() * 100) + " % full, " + stage.waiting() + " waiting");
        for (OpenFileView file : view.openFiles()) sheet.openFile(file);
        for (DecisionView decision : view.decisions())
            sheet.fact("decided " + TimeText.clock(decision.at(), zone), decision.text());
        return sheet.lines;
    }

    private void counts(FileCounts files, ByteCounts bytes, boolean listingComplete) {
        fact(
                "files",
                files.total() + (listingComplete ? "" : " so far, listing goes on") + ": " + files.done() + " done, "
                        + files.skipped() + " the same already, " + files.failed() + " failed, " + files.cancelled()
                        + " cancelled, "
                        + files.active() + " active, " + files.verifying() + " verifying, " + files.waiting()
                        + " waiting, "
                        + files.pending() + " pending");
        fact(
                "bytes",
                ByteSize.text(bytes.total()) + (listingComplete ? "" : " so far") + ": " + ByteSize.text(bytes.moved())
                        + " moved, " + ByteSize.text(bytes.durable()) + " durable, " + ByteSize.text(bytes.skipped())
                        + " skipped, "
                        + ByteSize.text(bytes.resent()) + " sent again");
    }

    private void failures(FailureGroup group) {
        fact("failed", group.files() + " with " + group.code() + ". " + group.advice());
        for (FailureExample example : group.examples()) fact("", example.destination() + ": " + example.text());
    }

    private void openFile(OpenFileView file) {
        String error =
                file.errorCode() == null ? "" : ", " + file.errorCode() + ": " + Objects.toString(file.errorText(), "");
        String since = file.since() == null ? "" : ", since " + TimeText.clock(file.since(), zone);
        String until = file.waitingUntil() == null ? "" : ", again at " + TimeText.clock(file.waitingUntil(), zone);
        String last = file.attemptsMax() == null ? "" : " of " + file.attemptsMax();
        fact(
                "file",
                file.destination() + " " + file.state() + ", attempt " + file.attempts() + last + error + since
                        + until);
    }

    private void moment(String name, @Nullable Instant moment) {
        if (moment != null) fact(name, TimeText.moment(moment, zone));
    }

    private void fact(String name, @Nullable String value) {
        if (value == null) return;
        lines.add(name + " ".repeat(Math.max(1, 15 - name.length())) + value);
    }

    private static String millis(long millis) {
        return TimeText.duration(Duration.ofMillis(millis));
    }
}
