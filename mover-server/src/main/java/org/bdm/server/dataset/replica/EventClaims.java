package org.bdm.server.dataset.replica;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.dataset.ReplicaNode;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.dataset.merge.RememberedClaims;
import org.bdm.server.dataset.merge.ReplicaMerge;
import org.bdm.server.discovery.event.CatalogEvent;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.FileKey;

/**
 * All claims of one dataset version after an event of the stream: what is stored, where the event does not say otherwise, and what it says.
 * A retraction takes no file away. Belongs to one thread.
 */
final class EventClaims {
    private final String index;
    private final Optional<ReplicaSet> stored;
    private final List<Claim> claims = new ArrayList<>();
    /** Nodes of which the event makes the index say something. */
    private final Set<String> told = new TreeSet<>();

    /**
     * Begins with what is stored.
     *
     * @param index name under which the stream tells its claims
     */
    EventClaims(String index, Optional<ReplicaSet> stored) {
        this.index = index;
        this.stored = stored;
        stored.ifPresent(set -> claims.addAll(RememberedClaims.of(set, Set.of(), Set.of())));
    }

    /** True if the same index has said something later than this event. */
    boolean isOutdated(CatalogEvent event) {
        if (event.at().isEmpty() || stored.isEmpty()) return false;
        Instant at = event.at().get();
        return ofIndex().anyMatch(claim -> claim.indexedAt().map(at::isBefore).orElse(false));
    }

    private java.util.stream.Stream<ReplicaClaim> ofIndex() {
        return stored.stream()
                .flatMap(set -> set.claims().stream())
                .filter(claim -> claim.index().equals(index));
    }

    void published(List<Claim> said) {
        Set<String> listed = new HashSet<>();
        for (Claim claim : said) if (claim instanceof ClaimedFile) listed.add(claim.dataNode());
        claims.removeIf(claim -> claim instanceof ClaimedFile && listed.contains(claim.dataNode()));
        for (Claim claim : said) {
            if (claim instanceof ClaimedDataset dataset) say(dataset);
            else claims.add(claim);
        }
    }

    void added(CatalogEvent event, String node, List<ClaimedFile> copies) {
        Set<String> names = new HashSet<>();
        copies.forEach(copy -> names.add(FileKey.of(copy.fileName())));
        remove(node, names);
        claims.addAll(copies);
        say(dataset(
                event,
                node,
                new ClaimedStatus(Optional.of(true), Optional.empty(), Optional.empty(), Optional.empty())));
    }

    void removed(String node, List<String> fileNames) {
        Set<String> names = new HashSet<>();
        fileNames.forEach(name -> names.add(FileKey.of(name)));
        remove(node, names);
        boolean isAnyLeft = claims.stream()
                .anyMatch(claim ->
                        claim instanceof ClaimedFile && claim.dataNode().equals(node));
        if (!isAnyLeft) claims.removeIf(claim -> claim.dataNode().equals(node));
    }

    private void remove(String node, Set<String> keys) {
        claims.removeIf(claim -> claim instanceof ClaimedFile file
                && file.dataNode().equals(node)
                && keys.contains(FileKey.of(file.fileName())));
    }

    /** Flags that the index says of the dataset at every node of which it spoke; else at every node, or at none in particular. */
    void flags(CatalogEvent event, ClaimedStatus status) {
        Set<String> nodes = new TreeSet<>();
        ofIndex().forEach(claim -> nodes.add(claim.node()));
        if (nodes.isEmpty()) {
            stored.ifPresent(set -> set.nodes().stream().map(ReplicaNode::name).forEach(nodes::add));
        }
        if (nodes.isEmpty()) nodes.add("");
        for (String node : nodes) say(dataset(event, node, laidOver(node, status)));
    }

    private ClaimedStatus laidOver(String node, ClaimedStatus status) {
        Optional<ReplicaClaim> before =
                ofIndex().filter(claim -> claim.node().equals(node)).findFirst();
        return new ClaimedStatus(
                status.replica().or(() -> before.flatMap(ReplicaClaim::replica)),
                status.latest().or(() -> before.flatMap(ReplicaClaim::latest)),
                status.retracted().or(() -> before.flatMap(ReplicaClaim::retracted)),
                status.deprecated().or(() -> before.flatMap(ReplicaClaim::deprecated)));
    }

    /** Instead of what this index said of the dataset at that node before. */
    private void say(ClaimedDataset said) {
        told.add(said.dataNode());
        claims.removeIf(claim -> claim instanceof ClaimedDataset
                && claim.dataNode().equals(said.dataNode())
                && claim.index().equals(index));
        claims.add(said);
    }

    private ClaimedDataset dataset(CatalogEvent event, String node, ClaimedStatus status) {
        DatasetName name = DatasetName.of(event.instanceId());
        return new ClaimedDataset(
                index,
                event.instanceId(),
                name.masterId(),
                name.version(),
                stored.map(ReplicaSet::project).orElse(""),
                node,
                status,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Map.of(),
                stored.flatMap(ReplicaSet::pid),
                event.at());
    }

    /** The set that follows, with the claims that the event made; the others are stored already. */
    Optional<ReplicaSet> set() {
        return ReplicaMerge.of(claims).stream()
                .findFirst()
                .map(set -> set.withClaims(set.claims().stream()
                        .filter(claim -> claim.index().equals(index) && told.contains(claim.node()))
                        .toList()));
    }
}
