package org.bdm.server.api.job;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.control.job.ByteCounts;
import org.bdm.core.control.job.EvidenceCount;
import org.bdm.core.control.job.FailureExample;
import org.bdm.core.control.job.FailureGroup;
import org.bdm.core.control.job.FileCounts;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.ReportView;
import org.bdm.core.control.job.ReusedView;
import org.bdm.core.control.job.TimeSplit;
import org.bdm.core.control.job.WithoutTlsView;
import org.bdm.core.control.link.BenchView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Origin;
import org.bdm.server.api.http.BenchLook;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.db.UnvouchedFiles;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.job.progress.EndReports;
import org.bdm.server.job.progress.JobReport;
import org.bdm.server.job.submit.OptionRules;
import org.bdm.server.message.ProblemText;
import org.jspecify.annotations.Nullable;

/** Reports as the API shows them: what was kept at the end, with examples of files that failed while their rows are there. */
public final class ReportViews {
    private static final int EXAMPLES_MAX = 3;

    private final Catalog catalog;
    private final EndReports reports;
    private final BenchLook benches;
    private final JobViews jobs;

    ReportViews(Catalog catalog, EndReports reports, BenchLook benches, JobViews jobs) {
        this.catalog = catalog;
        this.reports = reports;
        this.benches = benches;
        this.jobs = jobs;
    }

    ReportView of(Job job) {
        JobReport report = reports.of(job);
        // One definition for status, report and page: files and bytes that are under way count while they are.
        JobView now = job.state().isFinal() ? null : jobs.of(job);
        String label = job.request().label();
        return new ReportView(
                job.id().toString(),
                label.isEmpty() ? null : label,
                job.state().shown().name(),
                job.createdAt(),
                job.startedAt(),
                job.endedAt(),
                job.request().source(),
                job.request().destination(),
                now == null ? files(report) : now.files(),
                now == null ? bytes(report) : now.bytes(),
                evidence(report),
                restsOn(job),
                report.streams(),
                report.dataSecurity().isEmpty() ? null : report.dataSecurity(),
                new TimeSplit(
                        report.listingMillis(),
                        report.movingMillis(),
                        report.verifyingMillis(),
                        report.placingMillis()),
                failures(job, report),
                new ReusedView(report.reused().files(), report.reused().bytes()),
                withoutTls(job),
                OptionRules.shown(job.request()),
                bench(job),
                MirrorViews.of(catalog, job),
                report.decisions(),
                job.unknownDatasets());
    }

    private @Nullable String restsOn(Job job) {
        UnvouchedFiles unvouched = catalog.files().unvouched(job.id());
        return unvouched.files() == 0 ? null : unvouched.text();
    }

    private @Nullable BenchView bench(Job job) {
        if (job.request().kind() != JobKind.BENCH) return null;
        return catalog.linkBenches().of(job.id()).map(benches::of).orElse(null);
    }

    private List<WithoutTlsView> withoutTls(Job job) {
        return catalog.files().originsOf(job.id()).entrySet().stream()
                .filter(place -> Origin.isDowngraded(place.getKey()))
                .map(place -> new WithoutTlsView(
                        ProblemText.shown(place.getKey()),
                        place.getValue().files(),
                        place.getValue().bytes()))
                .toList();
    }

    private static FileCounts files(JobReport report) {
        Map<String, Long> files = report.filesByState();
        return new FileCounts(
                files.values().stream().mapToLong(Long::longValue).sum(),
                in(files, FileState.PENDING),
                in(files, FileState.ACTIVE),
                in(files, FileState.VERIFYING),
                in(files, FileState.WAITING),
                in(files, FileState.DONE),
                in(files, FileState.SKIPPED_SAME),
                in(files, FileState.FAILED),
                in(files, FileState.CANCELLED));
    }

    private static ByteCounts bytes(JobReport report) {
        Map<String, Long> bytes = report.bytesByState();
        return new ByteCounts(
                bytes.values().stream().mapToLong(Long::longValue).reduce(0, ByteTotal::plus),
                report.bytesMoved() - report.bytesResent(),
                in(bytes, FileState.DONE),
                in(bytes, FileState.SKIPPED_SAME),
                in(bytes, FileState.FAILED),
                report.bytesResent());
    }

    private static long in(Map<String, Long> byState, FileState state) {
        return byState.getOrDefault(state.name(), 0L);
    }

    private static List<EvidenceCount> evidence(JobReport report) {
        return report.filesByEvidence().entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> new EvidenceCount(entry.getKey(), entry.getValue()))
                .toList();
    }

    private List<FailureGroup> failures(Job job, JobReport report) {
        if (report.failures().isEmpty()) return List.of();
        Map<String, List<FailureExample>> examples = new LinkedHashMap<>();
        for (FileRow row : firstFailed(job)) {
            if (row.trouble() == null) continue;
            List<FailureExample> ofCode =
                    examples.computeIfAbsent(row.trouble().code().name(), code -> new ArrayList<>());
            if (ofCode.size() == EXAMPLES_MAX) continue;
            String text = ProblemText.shown(row.trouble().text());
            ofCode.add(new FailureExample(FileViews.destination(row), text));
        }
        return report.failures().stream()
                .map(group -> new FailureGroup(
                        group.code(),
                        group.files(),
                        advice(group.code()),
                        examples.getOrDefault(group.code(), List.of())))
                .toList();
    }

    /** None once the rows of files are removed: then the report counts, and names no file. */
    private List<FileRow> firstFailed(Job job) {
        if (job.removal() != null) return List.of();
        FileQuery failed = new FileQuery(job.id(), FileState.FAILED, null, null, RowPage.ROWS_MAX);
        return catalog.files().page(failed).rows();
    }

    static String advice(String code) {
        for (ErrorCode known : ErrorCode.values()) if (known.name().equals(code)) return known.advice();
        return "See docs/errors.md.";
    }
}
