package org.bdm.core.control.dataset;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is stored of one dataset version.
 *
 * @param pid handle of the dataset
 * @param directory where its files belong below an export; null if no safe one can be made
 * @param variants the one that is taken first
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
