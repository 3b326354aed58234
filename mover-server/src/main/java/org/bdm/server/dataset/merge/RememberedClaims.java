package org.bdm.server.dataset.merge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaDigest;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.dataset.ReplicaVariant;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.bdm.server.drs.DatasetName;

/**
 * Earlier claims of indexes about nodes that they no longer mention: after a withdrawal they forget the files, and an index that is down says
 * nothing at all. Neither makes a known file unknown.
 */
public final class RememberedClaims {
    private static final String HTTP = "HTTPServer";

    private RememberedClaims() {}

    /**
     * Returns, as claims, what is stored of nodes for which no file is listed now.
     *
     * @param listed nodes of which an index listed files just now
     * @param told nodes of which an index said anything just now
     */
    public static List<Claim> of(ReplicaSet stored, Set<String> listed, Set<String> told) {
        List<Claim> claims = new ArrayList<>();
        for (ReplicaClaim claim : stored.claims()) {
            if (!told.contains(claim.node())) claims.add(dataset(stored, claim));
        }
        for (ReplicaVariant variant : stored.variants()) {
            for (ReplicaFile file : variant.files()) {
                for (ReplicaCopy copy : file.copies()) {
                    if (!listed.contains(copy.node())) claims.addAll(files(stored, file, copy));
                }
            }
        }
        return claims;
    }

    /** Claims of a withdrawal by those who did not speak just now. */
    public static List<ClaimedDataset> withdrawals(ReplicaSet stored, Predicate<ReplicaClaim> isHeard) {
        return stored.claims().stream()
                .filter(claim -> claim.retracted().orElse(false) && !isHeard.test(claim))
                .map(claim -> dataset(stored, claim))
                .toList();
    }

    private static ClaimedDataset dataset(ReplicaSet stored, ReplicaClaim claim) {
        DatasetName name = DatasetName.of(stored.instanceId());
        return new ClaimedDataset(
                claim.index(),
                stored.instanceId(),
                name.masterId(),
                name.version(),
                stored.project(),
                claim.node(),
                new ClaimedStatus(claim.replica(), claim.latest(), claim.retracted(), claim.deprecated()),
                claim.files(),
                claim.bytes(),
                Map.of(),
                stored.pid(),
                claim.indexedAt());
    }

    /** One for each index that says a digest of it, else one of any index that speaks of the node. */
    private static List<ClaimedFile> files(ReplicaSet stored, ReplicaFile file, ReplicaCopy copy) {
        List<String> ofNode = stored.claims().stream()
                .filter(claim -> claim.node().equals(copy.node()))
                .map(ReplicaClaim::index)
                .toList();
        Map<String, List<Checksum>> byIndex = new TreeMap<>();
        for (ReplicaDigest digest : file.digests()) {
            ChecksumAlgorithm algorithm = digest.value().algorithm();
            if (!copy.saysDigests().contains(algorithm)) continue;
            Collection<String> known = copy.saidBy().getOrDefault(algorithm, Set.of());
            Collection<String> sayers = known.isEmpty() ? ofNode : known;
            for (String index : sayers.isEmpty() ? List.of("") : sayers) {
                byIndex.computeIfAbsent(index, first -> new ArrayList<>()).add(digest.value());
            }
        }
        if (byIndex.isEmpty()) byIndex.put(ofNode.isEmpty() ? "" : ofNode.get(0), List.of());
        List<ClaimedFile> claims = new ArrayList<>();
        byIndex.forEach((index, digests) -> claims.add(file(stored, file, copy, index, digests)));
        return claims;
    }

    private static ClaimedFile file(
            ReplicaSet stored, ReplicaFile file, ReplicaCopy copy, String index, List<Checksum> digests) {
        return new ClaimedFile(
                index,
                stored.instanceId(),
                copy.node(),
                file.name(),
                copy.saysSize() ? file.size() : OptionalLong.empty(),
                digests,
                List.of(),
                file.trackingId(),
                locations(copy),
                file.path(),
                file.modified());
    }

    private static List<ClaimedLocation> locations(ReplicaCopy copy) {
        return Stream.concat(
                        copy.url().stream().map(url -> new ClaimedLocation(url, HTTP)),
                        copy.elsewhere().stream().map(address -> new ClaimedLocation(address, "")))
                .toList();
    }
}
