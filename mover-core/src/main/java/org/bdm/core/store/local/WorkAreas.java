package org.bdm.core.store.local;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileName;
import org.bdm.core.store.ReservedName;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;

/** The work areas below {@code EXPORT/.bdm}; one object a job, so that a broken file stays broken. Any thread. */
final class WorkAreas implements AutoCloseable {
    private static final Pattern JOB_NAME = Pattern.compile("job-([1-9][0-9]{0,17})");
    private static final int MODE = 0700;
    private static final int OTHERS_MAY_WRITE = 022;
    private static final int TRIES_MAX = 100;
    private static final byte[] QUARANTINE = "quarantine".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] RESERVED = ReservedName.AREAS.bytes();

    private final ExportTree tree;
    private final TriedFileSystems tried;
    private final Map<JobId, LocalWorkArea> open = new HashMap<>();

    WorkAreas(ExportTree tree, TrialCalls calls) {
        this.tree = tree;
        this.tried = new TriedFileSystems(calls);
    }

    /** Returns the abilities of the file systems of this export, as far as they were tried. */
    TriedFileSystems tried() {
        return tried;
    }

    synchronized WorkArea of(JobId job) {
        LocalWorkArea known = open.get(job);
        if (known != null && !isThere(known, job)) {
            open.remove(job); // another process has removed it
            known.close();
        }
        return open.computeIfAbsent(job, this::make);
    }

    private boolean isThere(LocalWorkArea area, JobId job) {
        StorePath path = StorePath.ROOT.child(ReservedName.AREAS).child(FileName.ofUtf8(job.toString()));
        int number = tree.openNumber(path, Posix.PATH_ONLY | Posix.DIRECTORY);
        if (number < 0) return false;
        try {
            return Posix.statusOfOpen(number) >= 0 && Statx.identity().equals(area.identity());
        } finally {
            Posix.closeDescriptor(number);
        }
    }

    ExportTree tree() {
        return tree;
    }

    private LocalWorkArea make(JobId job) {
        return area(job, openReserved(bytes(job), job.toString()));
    }

    /** The directory of files that are kept whatever becomes of their jobs; the caller closes. */
    Descriptor quarantine() {
        return openReserved(QUARANTINE, "quarantine");
    }

    /** The directory of all areas, made if it is not there; the caller closes. */
    WorkDirectory reserved() {
        tree.checkRoot();
        String where = tree.shown(StorePath.ROOT.child(ReservedName.AREAS));
        int root = tree.root().borrow();
        try {
            int number = openOrMake(root, RESERVED, where);
            if (number < 0) throw Errno.writing(number, "mkdir", where);
            return new WorkDirectory(new Descriptor(number, where), tried);
        } finally {
            tree.root().giveBack();
        }
    }

    boolean hasQuarantine() {
        StorePath path = StorePath.ROOT.child(ReservedName.AREAS).child(FileName.of(QUARANTINE));
        int number = tree.openNumber(path, Posix.PATH_ONLY | Posix.DIRECTORY);
        if (number < 0) return false;
        Posix.closeDescriptor(number);
        return true;
    }

    private Descriptor openReserved(byte[] name, String shownAs) {
        tree.checkRoot();
        String where = tree.shown(StorePath.ROOT.child(ReservedName.AREAS));
        int root = tree.root().borrow();
        try {
            for (int tries = 1; ; tries++) {
                int reserved = openOrMake(root, RESERVED, where);
                try {
                    int number = openOrMake(reserved, name, where + "/" + shownAs);
                    if (number >= 0) return new Descriptor(number, where + "/" + shownAs);
                    // another process removed the empty reserved directory meanwhile
                    if (tries == TRIES_MAX) throw Errno.writing(number, "mkdir", where + "/" + shownAs);
                } finally {
                    Posix.closeDescriptor(reserved);
                }
            }
        } finally {
            tree.root().giveBack();
        }
    }

    private static byte[] bytes(JobId job) {
        return job.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private LocalWorkArea area(JobId job, Descriptor directory) {
        LocalWorkArea area = new LocalWorkArea(tree, this, job, directory);
        boolean isOpen = false;
        try {
            area.openOthers();
            isOpen = true;
            return area;
        } finally {
            if (!isOpen) area.close();
        }
    }

    /** Minus ENOENT if {@code parent} was removed. */
    static int openOrMake(int parent, byte[] name, String where) {
        int made = Posix.makeDirectory(parent, name, MODE);
        if (made == -Errno.NOENT) return made;
        if (made < 0 && made != -Errno.EXIST) throw Errno.writing(made, "mkdir", where);
        int number = Posix.openEntry(parent, name, Posix.READ_ONLY | Posix.DIRECTORY, 0);
        if (number < 0 && number != -Errno.NOENT) throw Errno.writing(number, "open", where);
        if (number >= 0) closeToOthers(number, where);
        return number;
    }

    /**
     * Nobody else may put names in here; a mode that others have set before is taken back, or it is refused. A file system without modes
     * (vfat) does for that if nobody else may write.
     */
    static void closeToOthers(int number, String where) {
        int result = Posix.statusOfOpen(number);
        int before = result < 0 ? 0777 : Statx.permissions() & 0777;
        if (before == MODE) return;
        if (result >= 0) result = Posix.mode(number, MODE);
        if (result >= 0 || (before & OTHERS_MAY_WRITE) == 0) return;
        Posix.closeDescriptor(number);
        throw Errno.writing(result, "chmod", where);
    }

    /** The jobs that have a work area on disk. */
    List<JobId> jobs() {
        List<JobId> jobs = new ArrayList<>();
        int number = tree.openNumber(StorePath.ROOT.child(ReservedName.AREAS), Posix.PATH_ONLY | Posix.DIRECTORY);
        if (number == -Errno.NOENT) return jobs;
        String where = tree.shown(StorePath.ROOT.child(ReservedName.AREAS));
        if (number < 0) throw Errno.writing(number, "open", where);
        try (Descriptor reserved = new Descriptor(number, where)) {
            NameTable names = NameTable.readFrom(reserved, new byte[] {'.'}, NameTable.NOTHING_HIDDEN);
            for (int i = 0; i < names.size(); i++) {
                Matcher job = JOB_NAME.matcher(new String(names.bytes(i), StandardCharsets.ISO_8859_1));
                if (job.matches()) jobs.add(new JobId(Long.parseLong(job.group(1))));
            }
        }
        return jobs;
    }

    /** Forces the directories that lead to the areas. */
    void forceWay() {
        forceOne(StorePath.ROOT.child(ReservedName.AREAS));
        forceOne(StorePath.ROOT);
    }

    private void forceOne(StorePath directory) {
        int number = tree.openNumber(directory, Posix.READ_ONLY | Posix.DIRECTORY);
        if (number < 0) throw Errno.writing(number, "open", tree.shown(directory));
        try (Descriptor opened = new Descriptor(number, tree.shown(directory))) {
            int result = Posix.sync(number);
            if (result < 0) throw Errno.syncing(result, opened.what());
        }
    }

    /** Removes an empty area, and the reserved directory with the last one. */
    synchronized void remove(LocalWorkArea area, JobId job) {
        String where = tree.shown(StorePath.ROOT.child(ReservedName.AREAS));
        int root = tree.root().borrow();
        try {
            int reserved = Posix.openEntry(root, RESERVED, Posix.PATH_ONLY | Posix.DIRECTORY, 0);
            if (reserved >= 0) {
                int result = Posix.removeDirectory(reserved, bytes(job));
                Posix.closeDescriptor(reserved);
                if (isLeft(result)) throw Errno.writing(result, "rmdir", where);
                result = Posix.removeDirectory(root, RESERVED);
                if (isLeft(result)) throw Errno.writing(result, "rmdir", where);
            } else if (reserved != -Errno.NOENT) {
                throw Errno.writing(reserved, "open", where);
            }
        } finally {
            tree.root().giveBack();
        }
        open.values().remove(area);
        area.close();
    }

    /** Other areas, and what is not ours, may be in it. */
    private static boolean isLeft(int result) {
        return result < 0 && result != -Errno.NOENT && result != -Errno.NOTEMPTY && result != -Errno.EXIST;
    }

    @Override
    public synchronized void close() {
        for (LocalWorkArea area : open.values()) area.close();
        open.clear();
    }
}
