package org.bdm.server.catalog.dataset;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.server.catalog.holding.ClaimedExtent;

/**
 * One dataset version as far as it is known: its files, the copies of each, and who says what.
 *
 * @param instanceId name with version, in the spelling that was chosen; compared without regard to case
 * @param project as the indexes name it
 * @param retracted whether any index says so of any node
 * @param latest whether no newer version that is not retracted is known here
 * @param pid handle of the dataset
 * @param directory where its files belong below an export, down to the version; empty if no safe one can be made
 * @param variants the chosen one first; empty if no files are known. Files of two variants are never mixed
 * @param nodes by name
 * @param claims by node, then index
 * @param notes why things were chosen, and what was found
 */
public record ReplicaSet(
        String instanceId,
        String project,
        boolean latest,
        boolean retracted,
        boolean deprecated,
        Optional<String> pid,
        Optional<String> directory,
        List<ReplicaVariant> variants,
        List<ReplicaNode> nodes,
        List<ReplicaClaim> claims,
        List<ReplicaNote> notes) {
    /** Copies the lists. */
    public ReplicaSet {
        variants = List.copyOf(variants);
        nodes = List.copyOf(nodes);
        claims = List.copyOf(claims);
        notes = List.copyOf(notes);
    }

    /** The same with another answer to which version is the latest. */
    public ReplicaSet withLatest(boolean isLatest) {
        return new ReplicaSet(
                instanceId, project, isLatest, retracted, deprecated, pid, directory, variants, nodes, claims, notes);
    }

    /** The same with other claims. */
    public ReplicaSet withClaims(List<ReplicaClaim> others) {
        return new ReplicaSet(
                instanceId, project, latest, retracted, deprecated, pid, directory, variants, nodes, others, notes);
    }

    /** The same with other notes. */
    public ReplicaSet withNotes(List<ReplicaNote> others) {
        return new ReplicaSet(
                instanceId, project, latest, retracted, deprecated, pid, directory, variants, nodes, claims, others);
    }

    /** Returns a sentence on how its claims disagree about the number of files and bytes; empty if they agree. */
    public Optional<String> contradiction() {
        Map<String, Integer> variantOf = new HashMap<>();
        nodes.forEach(node -> node.variant().ifPresent(variant -> variantOf.put(node.name(), variant)));
        return listed().contradiction(claims.stream()
                .map(claim -> new ClaimedExtent.Announced(
                        claim.index(),
                        claim.node(),
                        claim.files(),
                        claim.bytes(),
                        variantOf.getOrDefault(claim.node(), 0) != 0))
                .toList());
    }

    private ClaimedExtent listed() {
        if (variants.isEmpty()) return new ClaimedExtent(0, 0, true);
        ReplicaVariant chosen = variants.get(0);
        boolean areSizesKnown =
                chosen.files().stream().allMatch(file -> file.size().isPresent());
        return new ClaimedExtent(chosen.files().size(), chosen.bytes(), areSizesKnown);
    }
}
