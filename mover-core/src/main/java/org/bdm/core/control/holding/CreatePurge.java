package org.bdm.core.control.holding;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selection of a removal plan; an empty one takes all that is superseded or retracted.
 *
 * @param datasets Dataset names with version, or without for all versions; at most 1,000. Empty takes any. Such as {@code
 * [CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v20190903]}.
 * @param prefix How the instance ids begin, in any case; null takes any. Such as {@code CMIP6.ScenarioMIP.}.
 * @param state Only holdings in this state; null takes both. One of {@code PurgedState}.
 * @param export Name of an export; null takes all exports. Such as {@code data}.
 * @param withoutSuccessor True to take superseded versions also if no newer one is complete and verified here; null means false.
 * @param listedOnly True to take only what the policy listed for removal; null means false.
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
