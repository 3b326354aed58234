package org.bdm.core.store.local;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.Allocation;
import org.bdm.core.store.BatchLook;
import org.bdm.core.store.BatchOpen;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.ExportId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileSystemTraits;
import org.bdm.core.store.Hsm;
import org.bdm.core.store.OfflineFiles;
import org.bdm.core.store.Quarantine;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.ReservedName;
import org.bdm.core.store.Room;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableStore;
import org.jspecify.annotations.Nullable;

/**
 * An export that is a directory of this machine. Any thread that may block. Close it when nobody uses it any more: what is in use at that
 * moment ends its call, every later call fails. Opened read-only, everything that would change it fails with EXPORT_READ_ONLY.
 */
public final class LocalStore implements WritableStore, AutoCloseable {
    private static final int NAME_TABLES_MAX = 8;
    private static final long NAME_TABLES_BYTES_MAX = 64L << 20;
    private static final int KNOWN_DIRECTORIES_MAX = 20_000;

    private final ExportTree tree;
    private volatile StoreAbilities abilities;
    private final WorkAreas workAreas;
    private final NameTables nameTables = new NameTables(NAME_TABLES_MAX, NAME_TABLES_BYTES_MAX);
    private final DurableDirectories forces = new DurableDirectories(KNOWN_DIRECTORIES_MAX);
    private final EntryForces entryForces;
    private final OfflineFiles offline;
    /** Held by a writable store. */
    private final @Nullable Descriptor lock;

    private LocalStore(ExportTree tree, StoreAbilities abilities, @Nullable Descriptor lock, TrialCalls calls) {
        this.tree = tree;
        this.lock = lock;
        this.abilities = abilities;
        this.workAreas = new WorkAreas(tree, calls);
        this.offline = new OfflineFiles(tree::shown);
        this.entryForces = new EntryForces(tree, forces, this::forceDirectory);
    }

    /**
     * Opens an export to read.
     *
     * @throws MoverException EXPORT_MISSING, or UNSUPPORTED on a machine that is not Linux on x86_64 or aarch64
     */
    public static LocalStore openReadOnly(ExportRoot export) {
        return openReadOnly(export, null);
    }

    static LocalStore openReadOnly(ExportRoot export, @Nullable Confinement confinement) {
        return openReadOnly(export, confinement, new HomesBelow(System::nanoTime));
    }

    static LocalStore openReadOnly(ExportRoot export, @Nullable Confinement confinement, HomesBelow homes) {
        ExportTree tree = ExportTree.open(export, confinement, homes);
        return new LocalStore(tree, FileSystemProbe.abilities(tree.root(), false), null, new KernelTrialCalls());
    }

    /**
     * Opens an export to read and write, for this process alone. Nothing is written yet.
     *
     * @throws MoverException as {@link #openReadOnly}, and CONFINEMENT_UNAVAILABLE where the kernel lacks openat2, ALREADY_RUNNING if
     *     another process (or another store of this one) writes to it
     */
    public static LocalStore openWritable(ExportRoot export) {
        return openWritable(export, null);
    }

    /**
     * As {@link #openWritable(ExportRoot)}, together with other processes that share a catalog: what they work on is parted by leases, and the
     * {@link #exportId} tells that it is one catalog. Who opens the export alone is kept off, and keeps off.
     */
    public static LocalStore openShared(ExportRoot export) {
        return openWritable(export, null, new HomesBelow(System::nanoTime), true, new KernelTrialCalls());
    }

    static LocalStore openWritable(ExportRoot export, @Nullable Confinement confinement) {
        return openWritable(export, confinement, new HomesBelow(System::nanoTime));
    }

    static LocalStore openWritable(ExportRoot export, @Nullable Confinement confinement, HomesBelow homes) {
        return openWritable(export, confinement, homes, false, new KernelTrialCalls());
    }

    /** As {@link #openWritable(ExportRoot)}, on a file system that behaves as {@code calls} say. */
    static LocalStore openTried(ExportRoot export, TrialCalls calls) {
        return openWritable(export, null, new HomesBelow(System::nanoTime), false, calls);
    }

    private static LocalStore openWritable(
            ExportRoot export,
            @Nullable Confinement confinement,
            HomesBelow homes,
            boolean isShared,
            TrialCalls calls) {
        ExportTree tree = ExportTree.open(export, confinement, homes);
        if (!tree.confinement().guardsWrites()) {
            tree.close();
            throw new MoverException(
                    ErrorCode.CONFINEMENT_UNAVAILABLE,
                    "export " + export.name() + " cannot be writable: the kernel lacks openat2 or forbids it");
        }
        boolean opened = false;
        try {
            Descriptor lock = ExportLock.take(tree, isShared);
            LocalStore store = new LocalStore(tree, FileSystemProbe.abilities(tree.root(), true), lock, calls);
            opened = true;
            return store;
        } finally {
            if (!opened) tree.close();
        }
    }

    @Override
    public StoreAbilities abilities() {
        return abilities;
    }

    /**
     * Tries out what the file system of the export does with files, in the directory {@code .bdm}; again gives what was found then.
     *
     * @throws MoverException UNSUPPORTED where nothing can be placed safely, and why nothing can be written there
     */
    public FileSystemTraits tryOut() {
        refuseReadOnly();
        WorkDirectory reserved = workAreas.reserved();
        try {
            reserved.requireSafe();
            abilities = reserved.abilities();
            return abilities.traits();
        } finally {
            reserved.close();
        }
    }

    /**
     * Returns the name that the directory gives itself; empty if it has none yet.
     *
     * @throws MoverException EXPORT_DIFFERS if another program wrote it
     */
    public Optional<ExportId> exportId() {
        return new ExportIdFile(tree, workAreas).read();
    }

    /** Gives the directory its name, on stable storage when this returns; gives the one that it has if another process was first. */
    public ExportId makeExportId(ExportId wanted) {
        refuseReadOnly();
        return new ExportIdFile(tree, workAreas).make(wanted);
    }

    /** Gives the directory another name, on a person's word. */
    public void replaceExportId(ExportId wanted) {
        refuseReadOnly();
        new ExportIdFile(tree, workAreas).replace(wanted);
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        if (ReservedName.isIn(path)) return Optional.empty();
        int number = tree.openNumber(path, Posix.PATH_ONLY);
        if (number == -Errno.NOENT) {
            tree.checkRoot();
            return Optional.empty();
        }
        if (number < 0) throw Errno.reading(number, "open", tree.shown(path));
        try (Descriptor opened = new Descriptor(number, tree.shown(path))) {
            FileStatus status = ExportTree.status(opened);
            boolean isHome = status.kind() == FileKind.DIRECTORY && tree.isInHome(path);
            return isHome ? Optional.empty() : Optional.of(status);
        }
    }

    @Override
    public BatchLook look() {
        return new LocalBatchLook(this, tree);
    }

    @Override
    public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
        if (entriesMax < 1) throw new IllegalArgumentException("a page of " + entriesMax + " entries");
        if (directory.isRoot()) tree.checkRoot();
        try (Descriptor opened = tree.openToRead(directory, Posix.READ_ONLY | Posix.DIRECTORY)) {
            int number = opened.borrow();
            try {
                int result = Posix.statusOfOpen(number);
                if (result < 0) throw Errno.reading(result, "statx", opened.what());
                Statx.DirectoryVersion version = Statx.directoryVersion();
                NameTable names = nameTables.find(version);
                if (names == null) names = NameTable.readAll(opened, ReservedName.hidden());
                DirectoryPage page = ExportTree.page(opened, number, names, after, entriesMax);
                if (page.isLast()) {
                    nameTables.drop(version.identity());
                } else {
                    nameTables.keep(version, names);
                }
                return page;
            } finally {
                opened.giveBack();
            }
        }
    }

    @Override
    public ReadableFile open(StorePath file) {
        int flags = Posix.READ_ONLY | Posix.NON_BLOCKING;
        return offline.readable(file, LocalReadableFile.of(tree.openToRead(file, flags)));
    }

    @Override
    public BatchOpen open(List<StorePath> files) {
        return offline.open(this, files);
    }

    /** Lets no file be read from now on whose bytes are not on disk, as this HSM says. Once, before others use the store. */
    public void watch(Hsm hsm) {
        offline.watch(hsm);
    }

    @Override
    public boolean mayHaveOffline() {
        return offline.isWatched();
    }

    @Override
    public Set<StorePath> offline(List<StorePath> files) {
        try (BatchLook look = look()) {
            return offline.offline(files, look);
        }
    }

    @Override
    public void recall(StorePath file) {
        offline.recall(file);
    }

    @Override
    public boolean recallToCheck(StorePath file) {
        return offline.recallToCheck(file);
    }

    /** Returns what a file occupies on disk; errors as {@link #open}. Reads no byte of it. */
    public Allocation allocation(StorePath file) {
        try (Descriptor opened = tree.openToRead(file, Posix.READ_ONLY | Posix.NON_BLOCKING)) {
            return Holes.allocation(opened);
        }
    }

    @Override
    public Optional<byte[]> belowRoot(byte[] absolutePath) {
        return tree.belowRoot(absolutePath);
    }

    @Override
    public OptionalLong totalBytes() {
        return OptionalLong.of(FileSystemProbe.totalBytes(tree.root()));
    }

    @Override
    public long freeBytes() {
        return FileSystemProbe.freeBytes(tree.root());
    }

    @Override
    public Room roomAt(StorePath directory) {
        StorePath there = new StorePath(directory.names().subList(0, tree.depthThere(directory)));
        try (Descriptor opened = tree.openToChange(there, Posix.READ_ONLY)) {
            return FileSystemProbe.room(opened);
        }
    }

    @Override
    public WorkArea workArea(JobId job) {
        refuseReadOnly();
        return workAreas.of(job);
    }

    @Override
    public Quarantine quarantine() {
        refuseReadOnly();
        return new LocalQuarantine(workAreas);
    }

    @Override
    public List<JobId> workAreas() {
        refuseReadOnly();
        return workAreas.jobs();
    }

    @Override
    public List<StorePath> makeDirectories(StorePath directory, int mode) {
        refuseReadOnly();
        tree.refuseReserved(directory);
        int there = tree.depthThere(directory);
        for (int depth = there + 1; depth <= directory.names().size(); depth++) {
            makeDirectory(new StorePath(directory.names().subList(0, depth)), mode);
        }
        if (there < directory.names().size()) {
            tree.openToChange(directory, Posix.PATH_ONLY).close(); // fails if another made something else of that name
        }
        return forces.notKnownSafe(directory);
    }

    private void makeDirectory(StorePath directory, int mode) {
        StorePath parent = directory.parent();
        try (Descriptor above = tree.openToChange(parent, Posix.PATH_ONLY)) {
            int number = above.borrow();
            try {
                byte[] name = directory.name().bytes();
                forces.changed(parent); // before, for who finds the directory at once; after, for who forces meanwhile
                int result = Posix.makeDirectory(number, name, mode & 0777);
                if (result == -Errno.EXIST) return; // whatever it is, the next step opens it
                if (result < 0) throw Errno.writing(result, "mkdir", tree.shown(directory));
                forces.changed(parent);
                Inherited.setMode(number, name, mode, tree.shown(directory));
            } finally {
                above.giveBack();
            }
        }
    }

    @Override
    public boolean removeDirectory(StorePath directory) {
        refuseReadOnly();
        return tree.removeDirectory(directory);
    }

    @Override
    public void setDirectoryAttributes(StorePath directory, Instant modified, int mode) {
        refuseReadOnly();
        try (Descriptor opened = tree.openToChange(directory, Posix.READ_ONLY)) {
            Inherited.setAttributes(opened, modified, mode);
        }
    }

    @Override
    public void forceDirectory(StorePath directory) {
        refuseReadOnly();
        long begun = forces.begin();
        try (Descriptor opened = tree.openToChange(directory, Posix.READ_ONLY)) {
            int number = opened.borrow();
            try {
                int result = Posix.sync(number);
                if (result < 0) forces.changed(directory); // what was made in it is not known to be there
                if (result < 0) throw Errno.syncing(result, opened.what());
            } finally {
                opened.giveBack();
            }
        }
        forces.forced(directory, begun);
    }

    @Override
    public void force(List<StorePath> entries) {
        refuseReadOnly();
        entryForces.force(entries);
    }

    private void refuseReadOnly() {
        if (!abilities.writable()) {
            throw new MoverException(
                    ErrorCode.EXPORT_READ_ONLY, "export " + tree.shown(StorePath.ROOT) + " is read-only");
        }
    }

    /** Closes the root and all work areas; files that are open are their holders' to close. */
    @Override
    public void close() {
        workAreas.close();
        tree.close();
        if (lock != null) lock.close();
    }
}
