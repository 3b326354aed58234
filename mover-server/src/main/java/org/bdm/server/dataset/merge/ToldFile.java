package org.bdm.server.dataset.merge;

import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.discovery.index.ClaimedFile;

/** All that is claimed of one file at one node, by however many indexes. Belongs to one thread. */
final class ToldFile {
    private final TreeSet<String> names = new TreeSet<>();
    private final TreeSet<Long> sizes = new TreeSet<>();
    private final Map<ChecksumAlgorithm, SortedMap<String, Checksum>> digests = new EnumMap<>(ChecksumAlgorithm.class);
    private final Map<Checksum, Set<String>> saidBy = new HashMap<>();
    private final TreeSet<String> unread = new TreeSet<>();
    private final TreeSet<String> urls = new TreeSet<>();
    private final TreeSet<String> elsewhere = new TreeSet<>();
    private final TreeSet<String> paths = new TreeSet<>();
    private final TreeSet<String> trackingIds = new TreeSet<>();
    private final TreeSet<Instant> modified = new TreeSet<>();

    void add(ClaimedFile claim) {
        names.add(claim.fileName());
        claim.size().ifPresent(sizes::add);
        for (Checksum digest : claim.digests()) {
            digests.computeIfAbsent(digest.algorithm(), algorithm -> new TreeMap<>())
                    .put(digest.hex(), digest);
            if (!claim.index().isEmpty()) saidBy.merge(digest, Set.of(claim.index()), ToldFile::both);
        }
        unread.addAll(claim.digestsUnread());
        claim.locations().stream()
                .filter(location -> location.isHttp())
                .forEach(location -> urls.add(location.address()));
        claim.locations().stream()
                .filter(location -> location.isGlobus() || location.isGridFtp())
                .forEach(location -> elsewhere.add(location.address()));
        claim.localPath().ifPresent(paths::add);
        claim.trackingId().ifPresent(trackingIds::add);
        claim.modified().ifPresent(modified::add);
    }

    /** Mostly one index says it. */
    private static Set<String> both(Set<String> known, Set<String> more) {
        if (known.containsAll(more)) return known;
        Set<String> both = new TreeSet<>(known);
        both.addAll(more);
        return both;
    }

    /** Leaves only one of several sizes: what indexes say of one file at one node cannot all be true. */
    void settleSize(long size) {
        sizes.clear();
        sizes.add(size);
    }

    /** Leaves only one of several digests of an algorithm. */
    void settleDigest(Checksum digest) {
        SortedMap<String, Checksum> only = new TreeMap<>();
        only.put(digest.hex(), digest);
        digests.put(digest.algorithm(), only);
    }

    TreeSet<String> names() {
        return names;
    }

    TreeSet<Long> sizes() {
        return sizes;
    }

    /** By algorithm, the values by their digits. */
    Map<ChecksumAlgorithm, SortedMap<String, Checksum>> digests() {
        return digests;
    }

    TreeSet<String> unread() {
        return unread;
    }

    TreeSet<String> urls() {
        return urls;
    }

    /** Returns the address at Globus, else that of GridFTP. */
    Optional<String> elsewhere() {
        return elsewhere.isEmpty() ? Optional.empty() : Optional.of(elsewhere.first());
    }

    TreeSet<String> paths() {
        return paths;
    }

    TreeSet<String> trackingIds() {
        return trackingIds;
    }

    TreeSet<Instant> modified() {
        return modified;
    }

    /** The size, once it is settled. */
    OptionalLong size() {
        return sizes.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sizes.first());
    }

    /** The digest of an algorithm, once it is settled. */
    Optional<Checksum> digest(ChecksumAlgorithm algorithm) {
        SortedMap<String, Checksum> values = digests.get(algorithm);
        return values == null ? Optional.empty() : values.values().stream().findFirst();
    }

    /** Returns the indexes that say the digest of an algorithm, once it is settled. */
    Set<String> saidBy(ChecksumAlgorithm algorithm) {
        return digest(algorithm).map(saidBy::get).orElse(Set.of());
    }
}
