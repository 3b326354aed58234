package org.bdm.core.control.job;

import java.util.List;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.link.StartBench;
import org.jspecify.annotations.Nullable;

/**
 * A job to submit, or to plan.
 *
 * @param label Name for people, at most 200 characters; null for none. Such as {@code night}.
 * @param kind What to do; in any case. If it is absent or null it follows from the rest: REPLICA_SET with datasets, a query or a draft;
 * TREE or FILE for one item, by its recursive; else BATCH. One of {@code SubmittedKind}.
 * @param items What to transfer. One for TREE and FILE, any number for BATCH; empty in the first line of a streamed body, and for the other
 * kinds.
 * @param datasets Of REPLICA_SET: dataset names with or without version. Of REPAIR: instance ids of what is repaired. Such as {@code
 * [CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr]}.
 * @param query Of REPLICA_SET: the datasets that indexes find; null for none.
 * @param draft Of REPLICA_SET: id of an import that was kept; null for none. Such as {@code draft-7}.
 * @param destination Of REPLICA_SET: endpoint of a directory at the site that is asked. Of REPAIR: what is repaired; null for everything.
 * Such as {@code bdm://south/in}.
 * @param offline Of REPLICA_SET: use what is stored, and ask no index; null means false.
 * @param acceptIncomplete Of REPLICA_SET: continue although an index did not answer in full; null means false.
 * @param bench Of BENCH: which link is measured, how and how long; null for the other kinds.
 * @param confirmBytes Of REPLICA_SET with a query over the limit of the site: the bytes that it finds, as the refusal and a plan name them;
 * null for none. Such as {@code 28000000000000}.
 * @param yes Of REPLICA_SET with a query: true takes any size; null means false. Such as {@code False}.
 * @param skipUnknown Of REPLICA_SET: skip names that no index knows; each is an event DATASET_UNKNOWN of the job. Null means false.
 * @param asOf Of REPLICA_SET, with names without version or a query: the day whose versions are wanted, YYYY-MM-DD; of each dataset the
 * newest that bears this day or one before. Null for the latest versions. Such as {@code 2021-01-31}.
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
