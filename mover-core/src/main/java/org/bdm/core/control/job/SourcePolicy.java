package org.bdm.core.control.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which copies a job may read. Names are those of data nodes, or hosts of addresses.
 *
 * @param preferNodes read first, in this order
 * @param avoidNodes never read
 * @param variantNode where nodes hold different bytes under one name: those of this node are wanted; null for those of the original
 * @param reuse what is done with files that the site holds already: {@code copy} (when null), {@code link} or {@code off}
 * @param alsoAt {@code bdm://SITE/EXPORT/path}: trees at paired sites with the layout of the destination, asked before data nodes in this
 *     order; at most 8
 * @param relay of a TREE job: {@code bdm://SITE/EXPORT/path} of all destinations of the same tree, this one among them. A file is read from
 *     one of them that has placed it, and waits for those in front of this one; the source is read for the rest. At most 16
 */
public record SourcePolicy(
        List<String> preferNodes,
        List<String> avoidNodes,
        @Nullable String variantNode,
        @Nullable String reuse,
        List<String> alsoAt,
        List<String> relay) {
    /** An absent list is an empty one. */
    public SourcePolicy {
        preferNodes = preferNodes == null ? List.of() : List.copyOf(preferNodes);
        avoidNodes = avoidNodes == null ? List.of() : List.copyOf(avoidNodes);
        alsoAt = alsoAt == null ? List.of() : List.copyOf(alsoAt);
        relay = relay == null ? List.of() : List.copyOf(relay);
    }

    /** A policy without other destinations. */
    public SourcePolicy(
            List<String> preferNodes,
            List<String> avoidNodes,
            @Nullable String variantNode,
            @Nullable String reuse,
            List<String> alsoAt) {
        this(preferNodes, avoidNodes, variantNode, reuse, alsoAt, List.of());
    }

    /** A policy for a tree that has other destinations, too. */
    public static SourcePolicy relayed(List<String> destinations) {
        return new SourcePolicy(List.of(), List.of(), null, null, List.of(), destinations);
    }

    /** A policy of data nodes alone. */
    public SourcePolicy(List<String> preferNodes, List<String> avoidNodes, @Nullable String variantNode) {
        this(preferNodes, avoidNodes, variantNode, null, List.of());
    }
}
