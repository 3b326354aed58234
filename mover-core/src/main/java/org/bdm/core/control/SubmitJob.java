package org.bdm.core.control;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What {@code POST /jobs} is asked to do.
 *
 * @param kind {@code TREE}, {@code FILE}, {@code BATCH}; later also {@code REPLICA_SET}, {@code VERIFY}, {@code SCRUB}, {@code REPAIR}, {@code BENCH}
 * @param items empty in the first line of a streamed body, whose further lines are the items
 * @param options null means every default
 */
public record SubmitJob(
        @Nullable String label,
        String kind,
        List<JobItem> items,
        @Nullable JobOptions options) {
    /** Refuses a message that lacks what it cannot do without; an absent list is an empty one. */
    public SubmitJob {
        Objects.requireNonNull(kind, "kind is missing");
        items = items == null ? List.of() : List.copyOf(items);
    }
}
