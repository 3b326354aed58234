package org.bdm.core.control.holding;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selection of a removal plan; an empty one takes all that is superseded or retracted.
 *
 * @param datasets names with version, or without for all versions
 * @param prefix how the instance ids begin, in any case
 * @param state {@code SUPERSEDED} or {@code RETRACTED}
 * @param export name of an export
 * @param withoutSuccessor superseded versions also if no newer one is complete and verified here; null means false
 * @param listedOnly only what the policy listed; null means false
 */
public record CreatePurge(
        List<String> datasets,
        @Nullable String prefix,
        @Nullable String state,
        @Nullable String export,
        @Nullable Boolean withoutSuccessor,
        @Nullable Boolean listedOnly) {
    /** An absent list is an empty one. */
    public CreatePurge {
        datasets = datasets == null ? List.of() : List.copyOf(datasets);
    }
}
