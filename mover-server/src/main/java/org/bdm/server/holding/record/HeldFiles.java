package org.bdm.server.holding.record;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.HeldFile;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.site.access.LocalExports;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds files that this site holds and that have the bytes which a job wants. Any thread that may block. */
public final class HeldFiles {
    private static final Logger LOG = LoggerFactory.getLogger(HeldFiles.class);
    private static final int CANDIDATES_MAX = 8;
    private static final int LOOKED_AT_MAX = 3;

    private final Catalog catalog;
    private final LocalExports exports;
    private final HoldingRecords records;
    private final Clock clock;

    /** With its parts. */
    public HeldFiles(Catalog catalog, LocalExports exports, Clock clock) {
        this.catalog = catalog;
        this.exports = exports;
        this.records = new HoldingRecords(catalog, clock);
        this.clock = clock;
    }

    /**
     * A file of which the bytes are wanted.
     *
     * @param key tells which one it is to whoever asks
     * @param size bytes, or -1 if that is not known
     * @param digests that are expected; none is found without
     */
    public record Wanted<K>(K key, StorePath destination, long size, List<Checksum> digests) {
        /** Copies the list. */
        public Wanted {
            digests = List.copyOf(digests);
        }
    }

    /**
     * A file that is held, in the export where another one is wanted. It has the size and time that are known of it.
     *
     * @param linkable how it can get a second name; empty if its bytes have to be read, because nothing says that they still are what they
     *     were when their digest was computed, or they never were read here
     * @param sha256 as it was computed here, if it was
     */
    public record Found(
            ExportName export, StorePath path, long size, Optional<HeldFile> linkable, Optional<Checksum> sha256) {}

    /** Returns what is held of files of a job, by file. */
    public Map<FileId, Found> ofRows(List<FileRow> rows) {
        Map<ExportName, List<Wanted<FileId>>> byExport = new HashMap<>();
        for (FileRow row : rows) {
            if (row.status().kind() != FileKind.FILE || row.expected().isEmpty()) continue;
            Endpoint to = row.item().destination();
            byExport.computeIfAbsent(to.export(), missing -> new ArrayList<>())
                    .add(new Wanted<>(
                            row.id(),
                            row.path().below(to.path()),
                            row.status().version().size(),
                            row.expected()));
        }
        Map<FileId, Found> found = new HashMap<>();
        byExport.forEach((export, wanted) -> found.putAll(find(export, wanted)));
        return found;
    }

    /** Of each wanted file that can be had from what is held in the export, the best one held. Empty files are not looked for. */
    public <K> Map<K, Found> find(ExportName export, List<Wanted<K>> wanted) {
        Set<Checksum> digests = new HashSet<>();
        wanted.stream().filter(file -> file.size() != 0).forEach(file -> digests.addAll(file.digests()));
        Map<Checksum, List<Holding>> held = catalog.holdings().withDigests(digests, CANDIDATES_MAX);
        if (held.isEmpty()) return Map.of();
        Store store = exports.find(export).store();
        Map<K, Found> found = new HashMap<>();
        for (Wanted<K> file : wanted) {
            candidates(export, file, held).stream()
                    .limit(LOOKED_AT_MAX)
                    .flatMap(candidate -> look(store, candidate).stream())
                    .findFirst()
                    .ifPresent(best -> found.put(file.key(), best));
        }
        return found;
    }

    private record Candidate(Holding holding, HoldingDigest digest) {}

    /** The best evidence first; among equals the one that became known first. */
    private static List<Candidate> candidates(ExportName export, Wanted<?> wanted, Map<Checksum, List<Holding>> held) {
        List<Candidate> candidates = new ArrayList<>();
        for (Checksum digest : wanted.digests()) {
            for (Holding holding : held.getOrDefault(digest, List.of())) {
                if (!isOfUse(export, wanted, holding) || isOther(holding, digest)) continue;
                holding.digests().stream()
                        .filter(known -> known.digest().equals(digest))
                        .max(Comparator.comparing(known -> known.origin().code()))
                        .ifPresent(known -> candidates.add(new Candidate(holding, known)));
            }
        }
        candidates.sort(
                Comparator.comparing(candidate -> -candidate.digest().origin().code()));
        return candidates;
    }

    /** A file that was superseded or withdrawn has the bytes all the same; one whose bytes are in doubt is of no use. */
    private static boolean isOfUse(ExportName export, Wanted<?> wanted, Holding holding) {
        boolean isSize = wanted.size() < 0 || wanted.size() == holding.size();
        return isSize
                && holding.size() > 0
                && holding.state().isUsable()
                && holding.export().equals(export)
                && !holding.path().equals(wanted.destination());
    }

    /** Lists say that it has the digest, and it was found to have another one. */
    private static boolean isOther(Holding holding, Checksum digest) {
        return holding.digests().stream()
                .anyMatch(known -> known.origin().isOwn()
                        && known.digest().algorithm() == digest.algorithm()
                        && !known.digest().equals(digest));
    }

    private static Optional<Found> look(Store store, Candidate candidate) {
        Holding holding = candidate.holding();
        try {
            Optional<FileStatus> now = new FollowingStore(store, anywhere -> true).status(holding.path());
            boolean isAsKnown = now.isPresent()
                    && now.get().kind() == FileKind.FILE
                    && now.get().version().size() == holding.size()
                    && now.get().version().modified().equals(holding.modified());
            if (!isAsKnown) return Optional.empty();
            Optional<Checksum> sha256 = holding.digests().stream()
                    .filter(known -> known.origin().isOwn())
                    .map(HoldingDigest::digest)
                    .filter(known -> known.algorithm() == ChecksumAlgorithm.SHA256)
                    .findFirst();
            return Optional.of(new Found(
                    holding.export(), holding.path(), holding.size(), linkable(candidate, now.get()), sha256));
        } catch (MoverException e) {
            LOG.debug("{} is held and cannot be looked at: {}", holding.path(), e.detail());
            return Optional.empty();
        }
    }

    private static Optional<HeldFile> linkable(Candidate candidate, FileStatus now) {
        boolean isAsVerified = candidate.digest().origin().isOwn()
                && candidate.holding().inode() != 0
                && candidate.holding().inode() == now.version().inode();
        if (!isAsVerified) return Optional.empty();
        // Computed here, of exactly these bytes, and equal to what is published of the file that is wanted.
        Evidence evidence =
                new Evidence(EvidenceLevel.PUBLISHED, candidate.digest().digest());
        return Optional.of(new HeldFile(candidate.holding().path(), now.version(), evidence));
    }

    /**
     * The bytes of a held file were read, and have another digest than was known of them: it is DAMAGED. Durable when this returns.
     */
    public void isOther(ExportName export, StorePath path, Checksum found) {
        Holding known = catalog.holdings().find(export, List.of(path)).get(path);
        FileStatus now = new FollowingStore(exports.find(export).store(), anywhere -> true)
                .status(path)
                .orElse(null);
        if (known == null || now == null) return;
        LOG.warn("{} of {} is held with another digest than {}: it is not used", path, export, found);
        Durable.await(records.record(List.of(new HoldingNotice(
                export,
                path,
                known.dataset(),
                now.version().size(),
                now.version().modified(),
                HoldingEvent.READ,
                List.of(new HoldingDigest(found, DigestOrigin.READ, clock.instant())),
                now.version().inode(),
                null,
                HoldingNotice.Cause.of("reuse")))));
    }
}
