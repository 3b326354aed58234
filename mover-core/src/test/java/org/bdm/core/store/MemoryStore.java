package org.bdm.core.store;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StoreCall.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory for tests. It knows what is durable: {@link #powerCut} leaves of each file the bytes and attributes of its last force
 * (none if it was never forced), and of each directory the names of its last force. That is the harshest that a file system may do. It fails
 * as {@link #faults} says, and {@link #calls} tells the order of all changes. Any thread.
 */
public final class MemoryStore implements WritableStore {
    private final Clock clock;
    private final StoreFaults faults = new StoreFaults();
    private final List<StoreCall> calls = new ArrayList<>();
    private final MemoryNode.Directory root;
    final Map<JobId, MemoryNode.Directory> areas = new LinkedHashMap<>();
    final Map<String, MemoryNode> quarantined = new TreeMap<>();
    private final List<String> openFiles = new ArrayList<>();
    private Map<JobId, MemoryNode.Directory> durableAreas = Map.of();
    private long lastInode;
    private int lives;
    private StoreAbilities abilities = new StoreAbilities(true, false, true);

    /** An empty store. */
    public MemoryStore() {
        this(Clock.systemUTC());
    }

    /** An empty store whose files get their times from {@code clock}. */
    public MemoryStore(Clock clock) {
        this.clock = clock;
        root = new MemoryNode.Directory(nextInode(), clock.instant(), 0755);
    }

    /** What is to go wrong. */
    public StoreFaults faults() {
        return faults;
    }

    /** What it can do from now on; at first it is a disk that is read past the page cache. */
    public synchronized void abilities(StoreAbilities next) {
        abilities = next;
    }

    /** All changes so far, in their order. */
    public synchronized List<StoreCall> calls() {
        return List.copyOf(calls);
    }

    /** The changes of these kinds so far. */
    public synchronized List<StoreCall> calls(Kind... kinds) {
        List<Kind> wanted = List.of(kinds);
        return calls.stream().filter(call -> wanted.contains(call.kind())).toList();
    }

    /** Files of work areas that were opened and not closed yet, as {@code job-7/part-1}, once for each opening. */
    public synchronized List<String> openFiles() {
        return List.copyOf(openFiles);
    }

    /** The machine loses power and starts again: what was not forced is gone, and what was open is closed. */
    public synchronized void powerCut() {
        areas.clear();
        areas.putAll(durableAreas);
        root.losePower();
        for (MemoryNode.Directory area : areas.values()) area.losePower();
        endLife();
    }

    /** The process dies and starts again: nothing is lost, but what was open is closed and nothing is known to be forced. */
    public synchronized void restart() {
        root.forgetWhatIsSafe();
        endLife();
    }

    private void endLife() {
        openFiles.clear();
        lives++;
    }

    /** Flips one bit of a file of the export, in memory and on the device. */
    public synchronized void flipBit(StorePath path, long offset) {
        MemoryNode.File file = (MemoryNode.File) nodeToRead(path);
        file.bytes.flip(offset);
        file.onDevice().flip(offset);
    }

    /** Flips one bit of a file of a work area on the device only: what is cached still reads right, a read-back and a power cut show it. */
    public synchronized void flipBitOnDevice(JobId job, String name, long offset) {
        MemoryNode.Directory area = areas.get(job);
        if (area == null) throw new IllegalArgumentException("no work area of " + job);
        ((MemoryNode.File) area.entries.get(FileName.ofUtf8(name))).onDevice().flip(offset);
    }

    @Override
    public synchronized StoreAbilities abilities() {
        return abilities;
    }

    @Override
    public synchronized Optional<FileStatus> status(StorePath path) {
        if (ReservedName.isIn(path)) return Optional.empty();
        faults.failLookIfAsked(path);
        return Optional.ofNullable(walk(path, ErrorCode.NOT_A_DIRECTORY)).map(this::shown);
    }

    /** Without an inode number where those say nothing, as a local store has it. */
    private FileStatus shown(MemoryNode node) {
        FileStatus status = node.status();
        if (abilities.traits().stableInodes()) return status;
        return new FileStatus(status.kind(), status.version().withoutInode(), status.mode(), status.linkTarget());
    }

    @Override
    public synchronized DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
        if (entriesMax < 1) throw new IllegalArgumentException("a page of " + entriesMax + " entries");
        MemoryNode.Directory node = directory(nodeToRead(directory), ErrorCode.NOT_A_DIRECTORY, directory);
        List<DirectoryEntry> entries = new ArrayList<>();
        var rest = after == null ? node.entries : node.entries.tailMap(after, false);
        for (var entry : rest.entrySet()) {
            if (entries.size() == entriesMax) return new DirectoryPage(entries, false);
            entries.add(new DirectoryEntry(entry.getKey(), entry.getValue().status(), null));
        }
        return new DirectoryPage(entries, true);
    }

    @Override
    public Set<StorePath> offline(List<StorePath> files) {
        return faults.offlineOf(files);
    }

    @Override
    public synchronized ReadableFile open(StorePath path) {
        faults.failOpenIfAsked();
        MemoryNode node = nodeToRead(path);
        if (node instanceof MemoryNode.File file) return new MemoryReadableFile(this, file, path, lives);
        throw error(
                node instanceof MemoryNode.Link ? ErrorCode.PATH_BLOCKED : ErrorCode.IS_A_DIRECTORY,
                "is no file",
                path);
    }

    @Override
    public synchronized long freeBytes() {
        return faults.space();
    }

    @Override
    public synchronized Room roomAt(StorePath directory) {
        return new Room(1, faults.space(), faults.inodes(), faults.freeInodes());
    }

    @Override
    public synchronized WorkArea workArea(JobId job) {
        areas.computeIfAbsent(job, absent -> new MemoryNode.Directory(nextInode(), now(), 0700));
        return new MemoryWorkArea(this, job);
    }

    @Override
    public Quarantine quarantine() {
        return new MemoryQuarantine(this);
    }

    @Override
    public synchronized List<JobId> workAreas() {
        return List.copyOf(areas.keySet());
    }

    @Override
    public synchronized List<StorePath> makeDirectories(StorePath directory, int mode) {
        refuseReserved(directory);
        List<StorePath> unsafe = new ArrayList<>();
        MemoryNode.Directory node = root;
        for (int depth = 0; depth < directory.names().size(); depth++) {
            FileName name = directory.names().get(depth);
            MemoryNode next = node.entries.get(name);
            if (next == null) {
                record(Kind.MAKE_DIRECTORIES, directory.toString());
                next = new MemoryNode.Directory(nextInode(), now(), mode);
                node.entries.put(name, next);
                node.modified = now();
                node.knownSafe = false;
            }
            if (!node.knownSafe) unsafe.add(new StorePath(directory.names().subList(0, depth)));
            node = directory(next, ErrorCode.PATH_BLOCKED, directory);
        }
        return unsafe;
    }

    @Override
    public synchronized boolean removeDirectory(StorePath directory) {
        refuseReserved(directory);
        if (directory.isRoot()) return false;
        MemoryNode.Directory above = directoryToChange(directory.parent());
        boolean isEmpty =
                above.entries.get(directory.name()) instanceof MemoryNode.Directory there && there.entries.isEmpty();
        if (!isEmpty) return false;
        record(Kind.REMOVE_DIRECTORY, directory.toString());
        above.entries.remove(directory.name());
        above.modified = now();
        return true;
    }

    @Override
    public synchronized void setDirectoryAttributes(StorePath directory, Instant modified, int mode) {
        MemoryNode.Directory node = directoryToChange(directory);
        record(Kind.SET_DIRECTORY_ATTRIBUTES, directory.toString());
        node.modified = modified;
        if (mode >= 0) node.mode = mode;
    }

    @Override
    public synchronized void forceDirectory(StorePath directory) {
        MemoryNode.Directory node = directoryToChange(directory);
        boolean isSkipped = skipsDirectoryForce(directory.toString());
        if (!isSkipped) {
            record(Kind.FORCE_DIRECTORY, directory.toString());
            node.force();
        }
        node.knownSafe = true;
    }

    @Override
    public synchronized void force(List<StorePath> entries) {
        for (StorePath entry : entries) {
            MemoryNode node = nodeToRead(entry);
            if (node instanceof MemoryNode.File file) forceFile(file, entry);
            for (int depth = 0; depth < entry.names().size(); depth++) {
                forceDirectory(new StorePath(entry.names().subList(0, depth)));
            }
        }
    }

    private void forceFile(MemoryNode.File file, StorePath path) {
        if (faults.takeForceFailure()) file.broken = true;
        MemoryWorkArea.refuseBroken(file, path.toString());
        if (faults.skipsData()) return;
        record(Kind.FORCE, path.toString());
        file.force();
    }

    /** Whether the force is only pretended; throws if it is to fail. */
    boolean skipsDirectoryForce(String where) {
        if (faults.takeDirectoryForceFailure()) {
            throw new MoverException(ErrorCode.SYNC_FAILED, "fsync of memory:" + where + " said EIO");
        }
        return faults.skipsDirectories();
    }

    void forceAreas() {
        durableAreas = Map.copyOf(areas);
    }

    MemoryNode.Directory directoryToChange(StorePath directory) {
        refuseReserved(directory);
        MemoryNode node = walk(directory, ErrorCode.PATH_BLOCKED);
        if (node == null) throw error(ErrorCode.WRITE_ERROR, "is not there", directory);
        return directory(node, ErrorCode.PATH_BLOCKED, directory);
    }

    void refuseReserved(StorePath path) {
        if (ReservedName.isIn(path)) throw error(ErrorCode.INVALID_PATH, "is reserved for work in progress", path);
    }

    /** Notes a call that is about to take effect. */
    void record(Kind kind, String what) {
        StoreCall call = new StoreCall(kind, what);
        faults.hook().accept(call);
        calls.add(call);
    }

    void checkLife(int life, boolean closed, String what) {
        if (closed || life != lives) {
            throw new MoverException(ErrorCode.INTERNAL, what + " was used after it was closed");
        }
    }

    /** Notes that a file of a work area is open from now on; returns the life it is open in. */
    int opened(String where) {
        openFiles.add(where);
        return lives;
    }

    void closed(String where, int life) {
        if (life == lives) openFiles.remove(where);
    }

    int life() {
        return lives;
    }

    Instant now() {
        return clock.instant();
    }

    long nextInode() {
        return ++lastInode;
    }

    private MemoryNode nodeToRead(StorePath path) {
        MemoryNode node = ReservedName.isIn(path) ? null : walk(path, ErrorCode.NOT_A_DIRECTORY);
        if (node == null) throw error(ErrorCode.SOURCE_NOT_FOUND, "is not there", path);
        return node;
    }

    private @Nullable MemoryNode walk(StorePath path, ErrorCode ifFile) {
        MemoryNode node = root;
        for (FileName name : path.names()) {
            node = directory(node, ifFile, path).entries.get(name);
            if (node == null) return null;
        }
        return node;
    }

    private static MemoryNode.Directory directory(MemoryNode node, ErrorCode ifFile, StorePath path) {
        if (node instanceof MemoryNode.Directory directory) return directory;
        throw error(
                node instanceof MemoryNode.Link ? ErrorCode.PATH_BLOCKED : ifFile, "leads through no directory", path);
    }

    private static MoverException error(ErrorCode code, String what, StorePath path) {
        return new MoverException(code, "memory:" + path + " " + what);
    }
}
