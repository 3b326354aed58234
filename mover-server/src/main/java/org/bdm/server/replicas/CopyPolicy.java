package org.bdm.server.replicas;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Which copies may be read, and which first. Names are those of data nodes, or hosts of addresses, in any case.
 *
 * @param preferred read first, in this order
 * @param avoided never read
 * @param variantNode where nodes hold different bytes: those of this one are wanted
 */
public record CopyPolicy(List<String> preferred, List<String> avoided, Optional<String> variantNode) {
    /** No wishes. */
    public static final CopyPolicy ANY = new CopyPolicy(List.of(), List.of(), Optional.empty());

    /** Copies the lists. */
    public CopyPolicy {
        preferred =
                preferred.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        avoided = avoided.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        variantNode = variantNode.map(name -> name.toLowerCase(Locale.ROOT));
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
