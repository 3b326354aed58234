package org.bdm.server.dataset.replica;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bdm.core.transfer.Endpoint;

/**
 * The copies that may be read, and their order. Names are those of data nodes, or hosts of addresses, in any case.
 *
 * @param preferred read first, in this order
 * @param avoided never read
 * @param variantNode where nodes hold different bytes: those of this one are wanted
 * @param alsoAt trees at paired sites with the layout of the destination, read before data nodes
 */
public record CopyPolicy(
        List<String> preferred, List<String> avoided, Optional<String> variantNode, List<Endpoint> alsoAt) {
    /** No wishes. */
    public static final CopyPolicy ANY = new CopyPolicy(List.of(), List.of(), Optional.empty(), List.of());

    /** Copies the lists. */
    public CopyPolicy {
        preferred =
                preferred.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        avoided = avoided.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        variantNode = variantNode.map(name -> name.toLowerCase(Locale.ROOT));
        alsoAt = List.copyOf(alsoAt);
    }

    boolean avoids(String node, String host) {
        return avoided.contains(node) || avoided.contains(host);
    }

    /** Lower is read first. */
    int rank(String node, String host) {
        int byNode = preferred.indexOf(node);
        int byHost = preferred.indexOf(host);
        if (byNode < 0 && byHost < 0) return preferred.size();
        return byNode < 0 ? byHost : byHost < 0 ? byNode : Math.min(byNode, byHost);
    }
}
