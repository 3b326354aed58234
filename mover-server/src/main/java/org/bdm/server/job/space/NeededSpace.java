package org.bdm.server.job.space;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReceivingStore;
import org.bdm.core.store.Room;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.holding.record.HeldFiles;
import org.bdm.server.job.hardlink.KeptLinks;
import org.bdm.server.job.hardlink.NamesToLink;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes and inodes that the open files of one job still need at their destinations, at the least: what is refused for want of room must be refused
 * for sure. So a file counts for nothing if an earlier run has begun it, if something of the same size is there (it may be the
 * same), if it may not replace what is there, or if it can become a further name of a file that is held or of one of the job, and the job says so. A file that replaces another one needs both at once; afterwards the old one is gone. One walk
 * through the open files; blocks.
 */
public final class NeededSpace {
    private static final Logger LOG = LoggerFactory.getLogger(NeededSpace.class);

    private final SpaceParts parts;
    private final Job job;
    private final Map<Long, Room> rooms;
    private final ConflictPolicy onConflict;
    private final @Nullable HeldFiles linked;
    private final KeptLinks keptLinks;
    private final Map<Place, Sum> sums = new HashMap<>();
    private @Nullable Directory last;

    /**
     * Of a job.
     *
     * @param rooms gets the room of each file system that it does not know yet, before anything of that is looked at: a file
     *     that is begun meanwhile is then counted too little, never twice
     */
    public NeededSpace(SpaceParts parts, Job job, Map<Long, Room> rooms) {
        this.parts = parts;
        this.job = job;
        this.rooms = rooms;
        JobSettings settings = job.request().settings();
        this.onConflict = settings.onConflict();
        this.linked = settings.reuse() == JobSettings.Reuse.LINK
                ? new HeldFiles(parts.catalog(), parts.exports(), parts.clock())
                : null;
        this.keptLinks = new KeptLinks(parts.catalog(), parts.exports(), settings);
    }

    /** Needed on one file system, for files of an export. */
    record Needed(ExportName export, long bytes, long files) {
        Needed plus(Needed other) {
            return new Needed(export, ByteTotal.plus(bytes, other.bytes), files + other.files);
        }
    }

    /**
     * Needed for one file.
     *
     * @param bytes while it is written; 0 if it needs none for sure
     * @param freed of them, when it has taken the place of the file that is there
     * @param files 1 if it is a new one
     */
    public record OfFile(ExportName export, long device, long bytes, long freed, int files) {}

    private record Place(ExportName export, long device) {}

    /** Files come in the order of their directories: the last one is remembered. */
    private record Directory(ExportName export, StorePath path, ReceivingStore store, long device, Sum sum) {}

    private static final class Sum {
        final Set<Long> begun;
        long added;
        long replacedLargest;
        long files;

        Sum(Set<Long> begun) {
            this.begun = begun;
        }

        long bytes() {
            return Math.max(added, replacedLargest);
        }
    }

    /**
     * Returns the bytes needed by file system; empty if the walk was broken off.
     *
     * @param mayGoOn asked now and then
     */
    Optional<Map<Long, Needed>> byDevice(BooleanSupplier mayGoOn) {
        for (FileState open : new FileState[] {FileState.PENDING, FileState.WAITING}) {
            String cursor = null;
            do {
                if (!mayGoOn.getAsBoolean()) return Optional.empty();
                RowPage<FileRow> page =
                        parts.catalog().files().page(new FileQuery(job.id(), open, null, cursor, RowPage.ROWS_MAX));
                needed(page.rows()).forEach(row -> needed(row).ifPresent(this::add));
                cursor = page.nextCursor();
            } while (cursor != null);
        }
        Map<Long, Needed> needed = new HashMap<>();
        sums.forEach((place, sum) ->
                needed.merge(place.device(), new Needed(place.export(), sum.bytes(), sum.files), Needed::plus));
        return Optional.of(needed);
    }

    /** Without those that can become further names of files that are held, or of files of this job. */
    public List<FileRow> needed(List<FileRow> rows) {
        NamesToLink names = keptLinks.of(job.id(), rows);
        List<FileRow> transferred =
                rows.stream().filter(row -> names.isTransferred(row.id())).toList();
        return linked == null ? transferred : neededBesideHeld(transferred, linked);
    }

    private static List<FileRow> neededBesideHeld(List<FileRow> rows, HeldFiles linked) {
        Map<FileId, HeldFiles.Found> held = linked.ofRows(rows);
        return rows.stream()
                .filter(row -> !held.containsKey(row.id())
                        || held.get(row.id()).linkable().isEmpty())
                .toList();
    }

    private void add(OfFile file) {
        Sum sum = sum(new Place(file.export(), file.device()));
        sum.added = ByteTotal.plus(sum.added, file.bytes()) - file.freed();
        if (file.freed() > 0) sum.replacedLargest = Math.max(sum.replacedLargest, file.bytes());
        sum.files += file.files();
    }

    private Sum sum(Place place) {
        return sums.computeIfAbsent(place, first -> new Sum(begun(first.export())));
    }

    /** Of a file that {@link #needed(List)} gave; empty if it needs nothing, or cannot be written at all. */
    public Optional<OfFile> needed(FileRow row) {
        FileKind kind = row.status().kind();
        if (kind != FileKind.FILE && kind != FileKind.SYMBOLIC_LINK) return Optional.empty();
        Endpoint to = row.item().destination();
        try {
            StorePath path = row.path().below(to.path());
            Directory directory = directory(to.export(), path.parent());
            if (directory == null || directory.sum().begun.contains(row.id().number())) return Optional.empty();
            FileStatus there = directory.store().status(path).orElse(null);
            return needed(
                    directory, kind == FileKind.FILE ? row.status().version().size() : 0, there);
        } catch (MoverException e) {
            LOG.debug("{} needs no room, it cannot be written: {}", row.id(), e.detail());
            return Optional.empty();
        }
    }

    private Optional<OfFile> needed(Directory directory, long size, @Nullable FileStatus there) {
        if (there == null) return Optional.of(new OfFile(directory.export(), directory.device(), size, 0, 1));
        boolean isReplaced = onConflict.replaces()
                && size > 0
                && there.kind() == FileKind.FILE
                && there.version().size() != size;
        if (!isReplaced) return Optional.empty();
        // What is kept in the quarantine frees nothing.
        boolean isKept = onConflict == ConflictPolicy.UPDATE;
        return Optional.of(new OfFile(
                directory.export(),
                directory.device(),
                size,
                isKept ? 0 : there.version().size(),
                isKept ? 1 : 0));
    }

    /** Null of an export that is not there, or not writable: the session of its files says so. */
    private @Nullable Directory directory(ExportName export, StorePath path) {
        Directory known = last;
        if (known != null && known.export().equals(export) && known.path().equals(path)) return known;
        ReceivingStore store = PromisedRoom.store(parts.exports(), export).orElse(null);
        if (store == null) return null;
        Room room = store.roomAt(path);
        rooms.putIfAbsent(room.device(), room);
        last = new Directory(export, path, store, room.device(), sum(new Place(export, room.device())));
        return last;
    }

    /** The files that have a temporary file, {@code FILE-EPOCH.part}: part of their space is taken already, and how much is not looked at. */
    private Set<Long> begun(ExportName export) {
        Set<Long> files = new HashSet<>();
        ReceivingStore receiving = PromisedRoom.store(parts.exports(), export).orElse(null);
        if (!(receiving instanceof WritableStore store) || !store.workAreas().contains(job.id())) return files;
        for (String name : store.workArea(job.id()).names()) {
            int end = name.indexOf('-');
            if (!name.endsWith(".part") || end < 1) continue;
            String number = name.substring(0, end);
            if (number.chars().allMatch(Character::isDigit)) files.add(Long.parseLong(number));
        }
        return files;
    }
}
