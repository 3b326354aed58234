package org.bdm.core.control.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which copies a job may read. Nodes are named by host.
 *
 * @param preferNodes Data nodes to read first, in this order. Such as {@code [esgf.example]}.
 * @param avoidNodes Data nodes never to read. Such as {@code [slow.example]}.
 * @param variantNode Where nodes hold different bytes under one name: take those of this node; null: those of the original. Such as {@code
 * esgf.example}.
 * @param reuse What is done with files that the site holds already: copied (default), linked, or fetched again. One of {@code Reuse}.
 * @param alsoAt Trees at paired sites with the layout of the destination, asked before data nodes in this order; at most 8. Such as {@code
 * ['bdm://north/data']}.
 * @param relay For a TREE job: all destinations of the same tree, this one among them, at most 16. A file is taken from the first of those
 * in front that has it; empty for none. Such as {@code ['bdm://south/in/CMIP6', 'bdm://west/in/CMIP6']}.
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
