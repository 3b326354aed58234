package org.bdm.core.control.job;

import java.util.List;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.link.StartBench;
import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /jobs}.
 *
 * @param kind {@code TREE}, {@code FILE}, {@code BATCH}, {@code REPLICA_SET}, {@code REPAIR} or {@code BENCH}; when null it follows from the rest: {@code REPLICA_SET}
 *     with datasets, a query or a draft, {@code TREE} or {@code FILE} for one item by its {@code recursive}, else {@code BATCH}
 * @param items empty in the first line of a streamed body, whose further lines are the items
 * @param options null means every default
 * @param datasets of a replica-set job: names with or without version; of a repair: instance ids of what is repaired
 * @param query of a replica-set job: what indexes find
 * @param draft of a replica-set job: an import that was kept
 * @param destination of a replica-set job: endpoint of a directory at the site that is asked; of a repair: what is repaired, null for everything
 * @param offline of a replica-set job: take what is stored, ask no index; null means false
 * @param acceptIncomplete of a replica-set job: go on although an index did not answer in full; null means false
 * @param skipUnknown of names that no index knows: the job has the others, and each of these is an event of it; null means false
 * @param asOf of names without version, or of a query: the day whose versions are wanted, YYYY-MM-DD; null means the latest
 * @param confirmBytes of a query over the limit of the site: the bytes that it finds
 * @param yes of a query: take any size; null means false
 * @param bench of a measurement: which link, how and how long
 */
public record SubmitJob(
        @Nullable String label,
        @Nullable String kind,
        List<JobItem> items,
        @Nullable JobOptions options,
        List<String> datasets,
        @Nullable DatasetQuery query,
        @Nullable String draft,
        @Nullable String destination,
        @Nullable Boolean offline,
        @Nullable Boolean acceptIncomplete,
        @Nullable StartBench bench,
        @Nullable Long confirmBytes,
        @Nullable Boolean yes,
        @Nullable Boolean skipUnknown,
        @Nullable String asOf) {
    /** An absent list is an empty one. */
    public SubmitJob {
        items = items == null ? List.of() : List.copyOf(items);
        datasets = datasets == null ? List.of() : List.copyOf(datasets);
    }

    /** A job that measures. */
    public static SubmitJob bench(@Nullable String label, @Nullable JobOptions options, StartBench bench) {
        return new SubmitJob(
                label, "BENCH", List.of(), options, List.of(), null, null, null, null, null, bench, null, null, null,
                null);
    }

    /** A job of trees and files. */
    public SubmitJob(@Nullable String label, String kind, List<JobItem> items, @Nullable JobOptions options) {
        this(label, kind, items, options, List.of(), null, null, null, null, null, null, null, null, null, null);
    }
}
