package org.bdm.core.control.dataset;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is stored of one dataset version.
 *
 * @param dataset The dataset version in short.
 * @param pid Persistent identifier of the dataset; null for none. Such as {@code hdl:21.14100/6f0f6f0f-0000-4000-8000-000000000000}.
 * @param directory Directory below an export where its files belong; null if no safe one can be made. Such as {@code
 * CMIP6/ScenarioMIP/IPSL/IPSL-CM6A-LR/ssp585/r1i1p1f1/Amon/tas/gr/v20190903}.
 * @param variants The variants, the one that is taken first.
 * @param nodes The data nodes that are said to have it.
 * @param claims What each index says of it.
 * @param notes Why things were chosen, and what was found.
 */
public record ReplicaSetView(
        DatasetView dataset,
        @Nullable String pid,
        @Nullable String directory,
        List<ReplicaVariantView> variants,
        List<ReplicaNodeView> nodes,
        List<ReplicaClaimView> claims,
        List<ReplicaNoteView> notes) {
    /** An absent list is an empty one. */
    public ReplicaSetView {
        variants = variants == null ? List.of() : List.copyOf(variants);
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
        claims = claims == null ? List.of() : List.copyOf(claims);
        notes = notes == null ? List.of() : List.copyOf(notes);
    }
}
