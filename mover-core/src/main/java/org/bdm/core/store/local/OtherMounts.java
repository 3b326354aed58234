package org.bdm.core.store.local;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileName;
import org.bdm.core.store.ReservedName;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableFile;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a work area that lie in other {@linkplain Regions.Region regions} below the export: file systems that are mounted there, directories
 * with a project of their own, and those that take no file from elsewhere. One directory in the highest directory of each, from which files
 * can be placed there. The area's own directory has a record of each, durable before the part is made, by which it is found again after a
 * crash. Any thread.
 */
final class OtherMounts {
    private static final Logger LOG = LoggerFactory.getLogger(OtherMounts.class);
    private static final String RECORD = "elsewhere-";

    /** Time for which the mount of a directory is remembered: every file of it starts with that lookup. */
    static final long MOUNT_VALID_NANOS = 1_000_000_000L;

    private final ExportTree tree;
    private final WorkAreas areas;
    private final WorkDirectory own;
    private final FileName partName;
    private final Map<Regions.Region, WorkDirectory> parts = new ConcurrentHashMap<>();

    /** The directories that hold a part, or are to hold one, by the names of their records; guarded by this. */
    private final Map<String, StorePath> tops = new HashMap<>();

    private final RecentFindings<Regions.Found> mounts;
    private final Regions regions;

    OtherMounts(ExportTree tree, WorkAreas areas, WorkDirectory own, JobId job, RecentFindings<Regions.Found> mounts) {
        this.tree = tree;
        this.areas = areas;
        this.own = own;
        this.partName = ReservedName.partOf(job);
        this.mounts = mounts;
        this.regions = new Regions(tree, own, job, areas.tried().calls());
    }

    /** True when a file of the area's own directory is one of these records. */
    static boolean isRecord(String name) {
        return name.startsWith(RECORD);
    }

    /** Opens the parts that an earlier run has made. */
    synchronized void openRecorded() {
        for (String name : own.names()) {
            if (!isRecord(name)) continue;
            Optional<StorePath> top = read(name);
            if (top.isEmpty()) continue;
            tops.put(name, top.get());
            open(top.get()).ifPresent(part -> parts.put(regions.of(part, top.get()), part));
        }
    }

    private Optional<StorePath> read(String name) {
        try (WritableFile record = own.open(name).orElseThrow()) {
            ByteBuffer path = ByteBuffer.allocate(StorePath.LENGTH_MAX);
            int length = record.read(0, path);
            byte[] bytes = new byte[length];
            path.flip().get(bytes);
            return Optional.of(StorePath.of(bytes));
        } catch (MoverException e) {
            LOG.info("skipping the unreadable record {} of a work area: {}", name, e.detail());
            return Optional.empty();
        }
    }

    private Optional<WorkDirectory> open(StorePath top) {
        int number = tree.openNumber(top.child(partName), Posix.READ_ONLY | Posix.DIRECTORY);
        if (number == -Errno.NOENT) return Optional.empty(); // not made any more, or not mounted now
        String where = tree.shown(top.child(partName));
        if (number < 0) throw Errno.writing(number, "open", where);
        WorkAreas.closeToOthers(number, where);
        return Optional.of(new WorkDirectory(new Descriptor(number, where), areas.tried()));
    }

    /** All parts. */
    Collection<WorkDirectory> directories() {
        return parts.values();
    }

    /** From where a file can be given this final name: the area's own directory, but for what is mounted below the export. */
    WorkDirectory directoryFor(StorePath destination) {
        StorePath directory = directoryOf(destination);
        Regions.Found found = found(directory);
        if (found == null || found.region().equals(regions.own())) return own;
        WorkDirectory part = parts.get(found.region());
        return part == null ? make(found.region(), directory) : part;
    }

    /** Group and access list that a file gets from the directory of its final name, or from the one in which that will be made. */
    Inherited inheritedIn(StorePath destination) {
        Regions.Found found = found(directoryOf(destination));
        return found == null ? Inherited.NOTHING : found.inherited();
    }

    private static StorePath directoryOf(StorePath destination) {
        return destination.isRoot() ? destination : destination.parent();
    }

    private Regions.@Nullable Found found(StorePath directory) {
        RecentFindings.Finding<Regions.Found> found = mounts.find(directory);
        if (found == null) found = find(directory);
        return found == null ? null : found.value();
    }

    /** The region of the nearest directory on the way up that is there, noted for all that are passed; null if there is none. */
    private RecentFindings.@Nullable Finding<Regions.Found> find(StorePath directory) {
        RecentFindings.Finding<Regions.Found> found = null;
        int depth = directory.names().size();
        while (depth >= 0 && found == null) {
            StorePath above = above(directory, depth);
            found = mounts.find(above);
            Regions.Found now = found == null ? regions.of(above, parts) : null;
            if (now != null) found = mounts.now(now);
            depth--;
        }
        if (found == null) return null;
        for (int passed = depth + 1; passed <= directory.names().size(); passed++) {
            mounts.keep(above(directory, passed), found);
        }
        return found;
    }

    /** Looks anew for each directory: a file could not be placed, as something is mounted there now. */
    void mountsHaveChanged() {
        mounts.forget();
        regions.forget();
    }

    private static StorePath above(StorePath directory, int depth) {
        return new StorePath(directory.names().subList(0, depth));
    }

    private synchronized WorkDirectory make(Regions.Region region, StorePath directory) {
        WorkDirectory there = parts.get(region);
        if (there != null) return there;
        int depth = 0;
        while (depth < directory.names().size() && !isIn(region, above(directory, depth))) depth++;
        StorePath top = above(directory, depth);
        if (!tops.containsValue(top)) record(top);
        WorkDirectory part = makeIn(top);
        parts.put(region, part);
        return part;
    }

    private boolean isIn(Regions.Region region, StorePath directory) {
        StorePath apart = region.apart();
        if (apart != null) return apart.equals(directory);
        Regions.Found found = regions.of(directory, parts);
        return found != null && region.equals(found.region());
    }

    private void record(StorePath top) {
        String name = RECORD + (tops.size() + 1);
        try (WritableFile record = own.create(name)) {
            record.write(0, ByteBuffer.wrap(top.bytes()));
            record.force();
        }
        own.force();
        areas.forceWay();
        tops.put(name, top);
    }

    private WorkDirectory makeIn(StorePath top) {
        String where = tree.shown(top.child(partName));
        try (Descriptor above = tree.openToChange(top, Posix.READ_ONLY)) {
            int number = above.borrow();
            try {
                int made = WorkAreas.openOrMake(number, partName.bytes(), where);
                if (made < 0) throw Errno.writing(made, "mkdir", where);
                WorkDirectory part = new WorkDirectory(new Descriptor(made, where), areas.tried());
                int result = Posix.sync(number);
                if (result < 0) throw Errno.syncing(result, above.what());
                return part;
            } finally {
                above.giveBack();
            }
        }
    }

    void force() {
        for (WorkDirectory part : parts.values()) part.force();
    }

    /** Deletes the parts with all they hold; the records stay. */
    synchronized void remove() {
        for (WorkDirectory part : parts.values()) {
            for (String name : part.names()) part.delete(name);
        }
        close();
        for (StorePath top : tops.values()) {
            int number = tree.openNumber(top, Posix.PATH_ONLY | Posix.DIRECTORY);
            if (number == -Errno.NOENT) continue;
            String where = tree.shown(top.child(partName));
            if (number < 0) throw Errno.writing(number, "open", where);
            int result = Posix.removeDirectory(number, partName.bytes());
            Posix.closeDescriptor(number);
            if (result < 0 && result != -Errno.NOENT) throw Errno.writing(result, "rmdir", where);
        }
        tops.clear();
    }

    void close() {
        for (WorkDirectory part : parts.values()) part.close();
        parts.clear();
    }
}
