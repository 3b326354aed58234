package org.bdm.core.store.local;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.bdm.core.id.JobId;
import org.bdm.core.store.ReservedName;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which region a directory is in. On file systems that are known it is their mount and project. On all others, in user space or on a
 * network, an empty file is renamed there once, before the first byte for that directory is asked for. Any thread that may block.
 */
final class Regions {
    /**
     * Directories among which files can be renamed.
     *
     * @param mount the kernel refuses to rename from one mount to another
     * @param project the one that files get which are made there (XFS, ext4); {@link #ANY_PROJECT} where files of all may be placed
     * @param apart the one directory that it is, which takes files from no other one; null for all others
     */
    record Region(Statx.Mount mount, long project, @Nullable StorePath apart) {
        static final long ANY_PROJECT = -1;
    }

    /** A directory as it was found: where its files can come from, and what they get from it. */
    record Found(Region region, Inherited inherited) {}

    private static final int REMEMBERED_MAX = 10_000;
    private static final byte[] TRIAL = "moved-on-trial".getBytes(StandardCharsets.US_ASCII);
    private static final int TRIAL_MODE = 0600;

    private final ExportTree tree;
    private final WorkDirectory own;
    private final TrialCalls calls;
    private final long ownProject;
    private final byte[] trialName;

    /** Directories that were tried; guarded by this. */
    private final Map<StorePath, Region> tried = new HashMap<>();

    Regions(ExportTree tree, WorkDirectory own, JobId job, TrialCalls calls) {
        this.tree = tree;
        this.own = own;
        this.calls = calls;
        this.ownProject = projectOf(own.descriptor());
        // As that of a part, so that nobody sees it; a job has no leading zero.
        String number = job.toString().substring("job-".length());
        this.trialName = (ReservedName.AREAS + "-job-0" + number).getBytes(StandardCharsets.US_ASCII);
    }

    /** The region of the area's own directory. */
    Region own() {
        return new Region(own.mount(), Region.ANY_PROJECT, null);
    }

    /** The region that a part serves, which lies in the directory {@code top}. */
    Region of(WorkDirectory part, StorePath top) {
        long project = projectOf(part.descriptor());
        Region region = new Region(part.mount(), project == ownProject ? Region.ANY_PROJECT : project, null);
        return region.equals(own()) ? new Region(part.mount(), Region.ANY_PROJECT, top) : region;
    }

    /** Returns what this directory is; null if it cannot be opened, which is reported when something is placed in it. */
    @Nullable Found of(StorePath directory, Map<Region, WorkDirectory> parts) {
        int number = tree.openNumber(directory, Posix.READ_ONLY | Posix.DIRECTORY);
        if (number == -Errno.ACCES) number = tree.openNumber(directory, Posix.PATH_ONLY | Posix.DIRECTORY);
        if (number < 0) return null;
        try (Descriptor opened = new Descriptor(number, tree.shown(directory))) {
            int result = Posix.statusOfOpen(number);
            if (result < 0) throw Errno.writing(result, "statx", opened.what());
            Statx.Mount mount = Statx.mount();
            Inherited inherited = Inherited.of(number);
            if (!calls.renamesFreely(number)) return new Found(triedOrNow(directory, opened, mount, parts), inherited);
            long project = projectOf(opened);
            return new Found(new Region(mount, project == ownProject ? Region.ANY_PROJECT : project, null), inherited);
        }
    }

    private long projectOf(Descriptor directory) {
        int number = directory.borrow();
        try {
            return calls.inheritedProject(number);
        } finally {
            directory.giveBack();
        }
    }

    private synchronized Region triedOrNow(
            StorePath directory, Descriptor opened, Statx.Mount mount, Map<Region, WorkDirectory> parts) {
        Region before = tried.get(directory);
        if (before != null && before.mount().equals(mount)) return before;
        Region found = tryOut(directory, opened, mount, parts);
        if (tried.size() >= REMEMBERED_MAX) tried.clear();
        tried.put(directory, found);
        return found;
    }

    private Region tryOut(StorePath directory, Descriptor opened, Statx.Mount mount, Map<Region, WorkDirectory> parts) {
        Region whole = new Region(mount, Region.ANY_PROJECT, null);
        WorkDirectory first = mount.equals(own.mount()) ? own : parts.get(whole);
        if (first == null || takesFrom(first, opened)) return whole;
        for (Map.Entry<Region, WorkDirectory> part : parts.entrySet()) {
            boolean isOther =
                    part.getKey().apart() != null && part.getKey().mount().equals(mount);
            if (isOther && takesFrom(part.getValue(), opened)) return part.getKey();
        }
        return new Region(mount, Region.ANY_PROJECT, directory);
    }

    /** False only if the file system says that it is another one (EXDEV): what else is wrong is told when a file is placed. */
    private boolean takesFrom(WorkDirectory part, Descriptor directory) {
        int area = part.descriptor().borrow();
        int target = directory.borrow();
        try {
            int file = Posix.openEntry(area, TRIAL, Posix.READ_WRITE | Posix.CREATE_NEW, TRIAL_MODE);
            if (file < 0 && file != -Errno.EXIST) return true;
            if (file >= 0) Posix.closeDescriptor(file);
            int result = calls.rename(area, TRIAL, target, trialName);
            if (result >= 0) Posix.unlinkFile(target, trialName);
            else Posix.unlinkFile(area, TRIAL);
            return result != -Errno.XDEV;
        } finally {
            directory.giveBack();
            part.descriptor().giveBack();
        }
    }

    /** Tries each directory anew. */
    synchronized void forget() {
        tried.clear();
    }
}
