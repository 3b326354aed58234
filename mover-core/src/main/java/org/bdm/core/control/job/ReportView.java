package org.bdm.core.control.job;

import java.time.Instant;
import java.util.List;
import org.bdm.core.control.holding.MirrorView;
import org.bdm.core.control.link.BenchView;
import org.jspecify.annotations.Nullable;

/**
 * The report of a job, with the evidence; kept after the list of its files is removed.
 *
 * @param state The state of the job. One of {@code JobState}.
 * @param source Endpoint of its only source; null for a list. Such as {@code bdm://north/data/CMIP6}.
 * @param destination Endpoint of its destination; null for a list. Such as {@code bdm://south/in/CMIP6}.
 * @param files Numbers of files by state.
 * @param bytes Bytes by what became of them, with those that were sent again.
 * @param evidence Numbers of files by how they were verified.
 * @param restsOn What the evidence of files rests on for which no digest is published, in words; null if there are none. Such as {@code 3
 * files rest on what data nodes sent, since no digest is published: 3 came in one request}.
 * @param streams The most data streams that were open at once, at least 0. Such as {@code 8}.
 * @param time How long its files were in each stage.
 * @param failures The failed files, by cause; empty if none failed.
 * @param reused What was not transferred because the site held it.
 * @param withoutTls What data nodes published with https and sent without TLS, by node; empty for none, and from an older server.
 * @param options How the job was made, defaults included; null from an older server. Data nodes to prefer or avoid are not in it.
 * @param bench The measurement of a job of the kind BENCH; null for the other kinds.
 * @param mirror What became of the removal plan of a job with delete; null for any other job.
 * @param decisions How many times a number of streams or other workers was changed, at least 0; 0 from an older server. Such as {@code 7}.
 * @param unknownDatasets Number of wanted datasets that it skipped, since no index knew them (skipUnknown); 0 for none, and from an older
 * server. Such as {@code 3}.
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
