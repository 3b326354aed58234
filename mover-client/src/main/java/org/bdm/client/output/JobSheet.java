package org.bdm.client.output;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.bdm.core.control.holding.MirrorView;
import org.bdm.core.control.job.ByteCounts;
import org.bdm.core.control.job.DecisionView;
import org.bdm.core.control.job.ExplanationView;
import org.bdm.core.control.job.FailureExample;
import org.bdm.core.control.job.FailureGroup;
import org.bdm.core.control.job.FileCounts;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobOptions;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.NodeWorkView;
import org.bdm.core.control.job.OpenFileView;
import org.bdm.core.control.job.OriginView;
import org.bdm.core.control.job.ReportView;
import org.bdm.core.control.job.StageView;
import org.bdm.core.control.job.TimeSplit;
import org.bdm.core.control.job.WithoutTlsView;
import org.bdm.core.id.ByteRate;
import org.jspecify.annotations.Nullable;

/** The long texts about one job: state, report, explanation. One fact a line, its name first. */
public final class JobSheet {
    private final ZoneId zone;
    private final List<String> lines = new ArrayList<>();

    private JobSheet(ZoneId zone) {
        this.zone = zone;
    }

    /** Returns the lines of {@code status}; for a job that ended, with its options. */
    public static List<String> status(JobView job, @Nullable JobOptions options, ZoneId zone) {
        JobSheet sheet = new JobSheet(zone);
        sheet.fact("job", job.id() + " " + job.kind() + (job.label() == null ? "" : " \"" + job.label() + "\""));
        sheet.fact("state", job.state());
        if (job.stateReason() != null) {
            sheet.fact(
                    "reason",
                    job.stateReason().code() + ": " + job.stateReason().text());
            sheet.fact("since", TimeText.moment(job.stateReason().since(), zone));
            sheet.moment("next check", job.stateReason().nextAt());
        }
        sheet.fact("source", job.source());
        sheet.fact("destination", job.destination());
        sheet.fact("priority", Integer.toString(job.priority()));
        sheet.moment("created", job.createdAt());
        sheet.moment("started", job.startedAt());
        sheet.moment("ended", job.endedAt());
        sheet.counts(job.files(), job.bytes(), job.listingComplete() || job.endedAt() != null);
        sheet.unknownDatasets(job.unknownDatasets(), job.id());
        sheet.averageRate(
                job.startedAt(), job.endedAt(), job.bytes().moved(), job.files().done());
        if (job.state().equals("ACTIVE") && job.rate().bytesPerSecond() > 0)
            sheet.fact("rate", ByteRate.text(job.rate().bytesPerSecond()));
        if (job.estimate() != null && job.endedAt() == null)
            sheet.moment("ends about", job.estimate().p50());
        sheet.fact("limited by", job.limitedBy());
        if (options == null) sheet.fact("verify", job.verify());
        sheet.options(options);
        sheet.fact("data security", job.dataSecurity());
        sheet.fact("retry of", job.retryOf());
        sheet.mirror(job.mirror());
        return sheet.lines;
    }

    /** Returns the lines of {@code report}. */
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
        sheet.unknownDatasets(report.unknownDatasets(), report.jobId());
        sheet.averageRate(
                report.startedAt(),
                report.endedAt(),
                report.bytes().moved(),
                report.files().done());
        if (report.reused().files() > 0)
            sheet.fact(
                    "reused",
                    Plural.of(report.reused().files(), "file") + ", "
                            + ByteSize.text(report.reused().bytes()) + " from files held here");
        sheet.options(report.options());
        if (report.decisions() > 0)
            sheet.fact("adapted", Plural.of(report.decisions(), "change") + " of streams, see explain --decisions");
        String evidence = report.evidence().stream()
                .map(count -> count.files() + " " + count.level())
                .collect(Collectors.joining(", "));
        sheet.fact("evidence", evidence.isEmpty() ? "none" : evidence);
        sheet.fact("rests on", report.restsOn());
        sheet.mirror(report.mirror());
        if (report.streams() > 0) sheet.fact("streams", Integer.toString(report.streams()));
        sheet.fact("data security", report.dataSecurity());
        report.withoutTls().forEach(sheet::withoutTls);
        sheet.time(report.time());
        for (FailureGroup group : report.failures()) sheet.failures(report.jobId(), group);
        return sheet.lines;
    }

    /** Returns the lines of {@code explain}. */
    public static List<String> explanation(ExplanationView view, ZoneId zone) {
        JobSheet sheet = new JobSheet(zone);
        sheet.fact("job", view.jobId());
        sheet.fact("state", view.state());
        sheet.fact("because", (view.code() == null ? "" : view.code() + ": ") + view.reason());
        sheet.moment("since", view.since());
        sheet.fact("next", view.next());
        sheet.moment("next check", view.nextAt());
        sheet.fact("limited by", view.limitedBy());
        sheet.fact("host", view.host());
        sheet.fact("placing", view.placing());
        for (StageView stage : view.stages())
            sheet.fact(
                    "stage " + stage.stage(),
                    stage.parallelism() + " active, " + ByteRate.text(stage.bytesPerSecond()) + ", "
                            + Math.round(stage.busy() * 100) + " % full, " + stage.waiting() + " waiting");
        for (NodeWorkView node : view.nodes()) sheet.node(node);
        for (OpenFileView file : view.openFiles()) sheet.openFile(file);
        for (DecisionView decision : view.decisions())
            sheet.fact("decided " + TimeText.clock(decision.at(), zone), decision.text());
        return sheet.lines;
    }

    /** Returns the lines of {@code explain} of one file. */
    public static List<String> file(FileView file, ZoneId zone) {
        JobSheet sheet = new JobSheet(zone);
        sheet.fact("file", file.id());
        sheet.fact("state", file.state());
        if (file.errorCode() != null) sheet.fact("because", file.errorCode() + ": " + file.errorText());
        sheet.fact("source", file.source());
        sheet.fact("destination", file.destination());
        sheet.fact("size", ByteSize.text(file.size()));
        sheet.moment("since", file.since());
        sheet.moment("next try", file.waitingUntil());
        for (OriginView origin : file.origins())
            sheet.fact("came from", origin.place() + ": " + ByteSize.text(origin.bytes()));
        if (file.reused() != null) sheet.fact("reused", file.reused() + " of " + file.reusedFrom());
        sheet.fact("evidence", file.evidenceLevel());
        if (file.digest() != null)
            sheet.fact("digest", file.digest().algorithm() + ":" + file.digest().value());
        sheet.fact("rests on", file.restsOn());
        sheet.fact("placing", file.placing());
        return sheet.lines;
    }

    private void node(NodeWorkView node) {
        fact(
                node.node(),
                ByteRate.text(node.rate().bytesPerSecond())
                        + String.format(
                                Locale.ROOT, ", %.1f files/s, ", node.rate().filesPerSecond())
                        + node.filesActive() + " active, " + node.filesVerifying() + " verifying"
                        + (node.limitedBy() == null ? "" : "; limited by " + node.limitedBy()));
    }

    private void counts(FileCounts files, ByteCounts bytes, boolean listingComplete) {
        fact(
                "files",
                new Plural.Listed()
                        .with(files.done(), "done")
                        .with(files.skipped(), "already the same")
                        .with(files.failed(), "failed")
                        .with(files.cancelled(), "cancelled")
                        .with(files.active(), "active")
                        .with(files.verifying(), "verifying")
                        .with(files.waiting(), "waiting")
                        .with(files.pending(), "pending")
                        .after(files.total() + (listingComplete ? "" : " so far, still listing")));
        fact(
                "bytes",
                new Plural.Listed()
                        .withBytes(bytes.moved(), "moved")
                        .withBytes(bytes.durable() == bytes.moved() ? 0 : bytes.durable(), "on disk")
                        .withBytes(bytes.skipped(), "already the same")
                        .withBytes(bytes.failed(), "failed")
                        .withBytes(bytes.resent(), "sent again")
                        .after(ByteSize.text(bytes.total()) + (listingComplete ? "" : " so far")));
    }

    private void withoutTls(WithoutTlsView without) {
        fact(
                "without TLS",
                Plural.of(without.files(), "file") + ", " + ByteSize.text(without.bytes()) + " from " + without.place()
                        + ", published with https");
    }

    private void unknownDatasets(int datasets, String jobId) {
        if (datasets > 0) fact("skipped", JobWords.unknown(datasets, jobId));
    }

    /** From the start to the end, so with listing, verifying and every pause. */
    private void averageRate(@Nullable Instant started, @Nullable Instant ended, long bytes, long files) {
        if (started == null || ended == null || !ended.isAfter(started) || bytes == 0) return;
        double seconds = Duration.between(started, ended).toMillis() / 1000.0;
        fact(
                "average rate",
                ByteRate.text(Math.round(bytes / seconds))
                        + String.format(Locale.ROOT, ", %.1f files/s", files / seconds));
    }

    private void options(@Nullable JobOptions options) {
        if (options == null) return;
        fact("options", OptionWords.of(options));
        if (!options.include().isEmpty()) fact("include", String.join(" ", options.include()));
        if (!options.exclude().isEmpty()) fact("exclude", String.join(" ", options.exclude()));
        Long rate = options.maxRateBytesPerSecond();
        if (rate != null) fact("max rate", ByteRate.limit(rate));
    }

    private void mirror(@Nullable MirrorView mirror) {
        if (mirror == null) return;
        String amount = mirror.plan() == null
                ? ""
                : Plural.of(mirror.files(), "file") + ", " + ByteSize.text(mirror.bytes()) + ": ";
        fact("mirror", amount + mirror.text());
    }

    private void time(TimeSplit time) {
        List<String> parts = new ArrayList<>();
        part(parts, "listing", time.listingMillis());
        part(parts, "moving", time.movingMillis());
        part(parts, "verifying", time.verifyingMillis());
        part(parts, "placing", time.placingMillis());
        if (!parts.isEmpty()) fact("time", String.join(", ", parts));
    }

    private static void part(List<String> parts, String name, long millis) {
        if (millis > 0) parts.add(name + " " + TimeText.duration(Duration.ofMillis(millis)));
    }

    private void failures(String job, FailureGroup group) {
        fact("failed", group.files() + " with " + group.code() + ". " + group.advice());
        for (FailureExample example : group.examples()) fact("", example.destination() + ": " + example.text());
        long more = group.files() - group.examples().size();
        if (more > 0) fact("", "and " + more + " more: bdm-client files " + job + " --state FAILED");
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
}
