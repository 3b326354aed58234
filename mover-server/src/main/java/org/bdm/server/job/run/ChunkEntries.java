package org.bdm.server.job.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.MissingCopy;
import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.EarlierRuns;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.CopyTrial;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.settings.JobSettings.Reuse;
import org.bdm.server.dataset.replica.TreesAtSites;
import org.bdm.server.holding.record.HeldFiles;
import org.bdm.server.job.hardlink.NamesToLink;
import org.bdm.server.site.access.AskersRights;
import org.bdm.server.site.access.OwnSite;
import org.jspecify.annotations.Nullable;

/** Reads the open files of a chunk and makes of them what a session takes. Belongs to the job's thread. */
final class ChunkEntries {
    private static final int ROWS_AT_ONCE = 1000;

    private static final int LOCATION_LENGTH_MAX = 3_000; // what was found of it must fit into the catalog

    private final DispatchParts parts;
    private final OwnSite own;
    private final HeldFiles heldFiles;
    private final Reuse reuse;
    private final TreesAtSites trees;
    private final FilePlaces places;
    private final Supplier<AskersRights.Rights> asker;

    /**
     * With its parts.
     *
     * @param asker rights of whoever asked for the job, as they are now
     */
    ChunkEntries(
            DispatchParts parts,
            HeldFiles heldFiles,
            Reuse reuse,
            TreesAtSites trees,
            FilePlaces places,
            Supplier<AskersRights.Rights> asker) {
        this.asker = asker;
        this.places = places;
        this.trees = trees;
        this.parts = parts;
        this.own = parts.own();
        this.heldFiles = heldFiles;
        this.reuse = reuse;
    }

    List<FileRow> openFiles(ChunkLease lease) {
        List<FileRow> rows = new ArrayList<>();
        @Nullable FileId after = null;
        while (true) {
            List<FileRow> page = parts.catalog()
                    .chunks()
                    .openFiles(lease, after, parts.clock().instant(), ROWS_AT_ONCE);
            rows.addAll(page);
            if (page.size() < ROWS_AT_ONCE) return rows;
            after = page.get(page.size() - 1).id();
        }
    }

    /** Refuses files for which whoever asked has no right any more; NOT_ALLOWED. People of this site cost no question. */
    void requireWritable(Collection<FileRow> rows) {
        requireWritable(rows, asker.get());
    }

    private static void requireWritable(Collection<FileRow> rows, AskersRights.Rights rights) {
        if (rights.limited().isEmpty()) return;
        rows.stream()
                .map(row -> row.item().item().destination())
                .distinct()
                .forEach(destination -> rights.requireWritable(Endpoint.parse(destination)));
    }

    /** Why files that are under way may not be written any more; empty while they may. */
    Optional<MoverException> takenBack(Collection<HeldChunk> held) {
        AskersRights.Rights rights = asker.get();
        try {
            held.forEach(chunk -> requireWritable(chunk.rows(), rights));
            return Optional.empty();
        } catch (MoverException e) {
            if (e.code() != ErrorCode.NOT_ALLOWED) throw e;
            return Optional.of(e);
        }
    }

    /**
     * Returns the entry that a session is asked to bring.
     *
     * @param ranges that it should have, if they are known and may help
     * @throws MoverException NAME_TOO_LONG if there cannot be such a path
     */
    static FileEntry of(FileRow row, KnownCopies known, Optional<RangeDigests> ranges) {
        List<Copy> copies = known.openOf(row);
        Endpoint to = row.item().destination();
        return new FileEntry(
                row.id(),
                source(row, copies),
                row.path().below(to.path()),
                row.status(),
                row.deciding(),
                new EarlierRuns(
                        row.effort().attempts(),
                        row.effort().bytesMoved(),
                        row.effort().bytesResent()),
                copies,
                also(row),
                known.heldOf(row.id()).flatMap(KnownCopies.HeldCopy::linkable),
                ranges);
    }

    /** Publication wants SHA-256 of every file, whatever was published of it. */
    private static Optional<ChecksumAlgorithm> also(FileRow row) {
        boolean isWanted = row.item().source() instanceof ItemSource.OfCopies
                && row.deciding()
                        .filter(expected -> expected.algorithm() != ChecksumAlgorithm.SHA256)
                        .isPresent();
        return isWanted ? Optional.of(ChecksumAlgorithm.SHA256) : Optional.empty();
    }

    /** For a file with copies only a name to show: the first data node, else the first site, and the file. */
    private static StorePath source(FileRow row, List<Copy> copies) {
        if (row.item().source() instanceof ItemSource.AtSite at) {
            return row.path().below(at.endpoint().path());
        }
        FileName file = row.item().destination().path().name();
        String shown = copies.stream()
                .filter(copy -> !copy.isAtSite())
                .findFirst()
                .or(() -> copies.stream().findFirst())
                .map(Copy::node)
                .orElse("nowhere");
        return StorePath.ROOT.child(FileName.ofUtf8(shown)).child(file);
    }

    /** Returns the files that have to be brought from tape first, and why each waits. */
    Map<FileId, FileTrouble> staged(List<FileRow> rows, KnownCopies known) {
        return parts.sessions()
                .staged()
                .holds(rows, known::openOf, node -> asker.get().mayLogInAt(node));
    }

    /** Returns the places that have the files, and what is known of each. */
    KnownCopies copiesOf(List<FileRow> rows) {
        boolean hasCopies = rows.stream().anyMatch(row -> row.item().source() instanceof ItemSource.OfCopies);
        if (!hasCopies) return KnownCopies.NONE;
        int first = rows.stream().mapToInt(row -> row.item().number()).min().orElseThrow();
        int last = rows.stream().mapToInt(row -> row.item().number()).max().orElseThrow();
        FileRow any = rows.get(0);
        Map<FileId, Map<String, Checksum>> found = new HashMap<>();
        for (CopyTrial trial : parts.catalog()
                .copies()
                .trials(any.id(), rows.get(rows.size() - 1).id())) {
            found.computeIfAbsent(trial.file(), missing -> new HashMap<>()).put(trial.location(), trial.found());
        }
        Map<Integer, List<ItemCopy>> byItem = parts.catalog().copies().ofItems(any.job(), first, last);
        return new KnownCopies(byItem, found, missing(byItem, rows), held(rows), trees, places::isOpen);
    }

    /** Returns what is known of the copies, with the files that others of the job become hard links of. */
    KnownCopies withLinks(KnownCopies copies, NamesToLink names) {
        Map<FileId, KnownCopies.HeldCopy> linked = new HashMap<>();
        names.targets().forEach((file, target) -> {
            Endpoint at =
                    new Endpoint(own.name(), target.export(), target.file().path());
            linked.put(file, new KnownCopies.HeldCopy(at, Optional.of(target.file()), target.sha256()));
        });
        return copies.with(linked);
    }

    private Map<String, MissingCopy> missing(Map<Integer, List<ItemCopy>> byItem, List<FileRow> rows) {
        Set<String> locations = new HashSet<>();
        for (FileRow row : rows) {
            if (!(row.item().source() instanceof ItemSource.AtDataNode)) continue;
            for (ItemCopy copy : KnownCopies.ofItem(byItem, row)) locations.add(copy.location());
        }
        return parts.catalog().missingCopies().of(locations);
    }

    private Map<FileId, KnownCopies.HeldCopy> held(List<FileRow> rows) {
        if (reuse == Reuse.OFF) return Map.of();
        Map<FileId, KnownCopies.HeldCopy> held = new HashMap<>();
        AskersRights.Rights rights = asker.get();
        heldFiles.ofRows(rows).forEach((file, found) -> {
            Endpoint at = new Endpoint(own.name(), found.export(), found.path());
            if (at.toString().length() > LOCATION_LENGTH_MAX || !rights.mayRead(at)) return;
            boolean isLinked = reuse == Reuse.LINK;
            held.put(
                    file, new KnownCopies.HeldCopy(at, isLinked ? found.linkable() : Optional.empty(), found.sha256()));
        });
        return held;
    }
}
