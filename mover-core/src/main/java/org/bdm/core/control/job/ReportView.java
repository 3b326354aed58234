package org.bdm.core.control.job;

import java.time.Instant;
import java.util.List;
import org.bdm.core.control.holding.MirrorView;
import org.bdm.core.control.link.BenchView;
import org.jspecify.annotations.Nullable;

/**
 * Report of a job, with the evidence; kept after the file rows are deleted.
 *
 * @param bytes with what was moved and what was sent again
 * @param restsOn what the evidence of files rests on for which no digest is published, in words; null if there are none
 * @param streams the most data streams open at once
 * @param reused what was not moved because the site held it
 * @param withoutTls what data nodes published with https and sent without TLS, by node; empty from an older server
 * @param options how the job was made, defaults included; null from an older server. Data nodes to prefer or avoid are not in it
 * @param bench the result of a job that measured; null for all others
 * @param mirror what became of the plan of a job with {@code delete}; null for any other job
 * @param decisions how many times the number of streams or of other workers was changed; 0 from an older server
 * @param dataSecurity {@code tls} or {@code plain}; null when nothing was moved
 * @param unknownDatasets wanted datasets that it skipped, since no index knew them; 0 from an older server
 */
public record ReportView(
        String jobId,
        @Nullable String label,
        String state,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable String source,
        @Nullable String destination,
        FileCounts files,
        ByteCounts bytes,
        List<EvidenceCount> evidence,
        @Nullable String restsOn,
        int streams,
        @Nullable String dataSecurity,
        TimeSplit time,
        List<FailureGroup> failures,
        ReusedView reused,
        List<WithoutTlsView> withoutTls,
        @Nullable JobOptions options,
        @Nullable BenchView bench,
        @Nullable MirrorView mirror,
        long decisions,
        int unknownDatasets) {
    /** An absent list is an empty one; a report that says nothing of reuse is of an older server. */
    public ReportView {
        reused = reused == null ? new ReusedView(0, 0) : reused;
        evidence = evidence == null ? List.of() : List.copyOf(evidence);
        failures = failures == null ? List.of() : List.copyOf(failures);
        withoutTls = withoutTls == null ? List.of() : List.copyOf(withoutTls);
    }

    /** The same, of a job that is called otherwise here. */
    public ReportView ofJob(String other) {
        return new ReportView(
                other,
                label,
                state,
                createdAt,
                startedAt,
                endedAt,
                source,
                destination,
                files,
                bytes,
                evidence,
                restsOn,
                streams,
                dataSecurity,
                time,
                failures,
                reused,
                withoutTls,
                options,
                bench,
                mirror,
                decisions,
                unknownDatasets);
    }
}
