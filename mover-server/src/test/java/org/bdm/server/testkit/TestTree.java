package org.bdm.server.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.EntryIdentity;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/** What an export of a source shows: a tree without bytes. Made before it is looked at. */
public final class TestTree {
    /** The mtime of everything in it. */
    public static final Instant MODIFIED = Instant.parse("2018-08-03T12:00:00.123456789Z");

    private final Map<StorePath, TreeMap<FileName, DirectoryEntry>> directories =
            new TreeMap<>((one, other) -> java.util.Arrays.compareUnsigned(one.bytes(), other.bytes()));
    private final Map<String, ErrorCode> unlistable = new TreeMap<>();
    private long inode;

    /** Only the root. */
    public TestTree() {
        directories.put(StorePath.ROOT, new TreeMap<>());
    }

    /** A directory, and what is missing above it. */
    public TestTree directory(String path) {
        StorePath at = StorePath.ofUtf8(path);
        if (directories.containsKey(at)) return this;
        if (!at.parent().isRoot()) directory(at.parent().shown());
        directories.put(at, new TreeMap<>());
        return put(at, status(FileKind.DIRECTORY, 4096, null));
    }

    /** A file of so many bytes. */
    public TestTree file(String path, long size) {
        return put(StorePath.ofUtf8(path), status(FileKind.FILE, size, null));
    }

    /** One file of so many bytes with several names (hard links). */
    public TestTree names(long size, String... paths) {
        FileStatus plain = status(FileKind.FILE, size, null);
        EntryIdentity identity = new EntryIdentity(7, paths.length);
        FileStatus linked = new FileStatus(plain.kind(), plain.version(), plain.mode(), null, identity);
        for (String path : paths) put(StorePath.ofUtf8(path), linked);
        return this;
    }

    /** A directory with a file system of its own. */
    public TestTree mounted(String path, long device) {
        directory(path);
        StorePath at = StorePath.ofUtf8(path);
        FileStatus plain = status(FileKind.DIRECTORY, 4096, null);
        return put(at, new FileStatus(plain.kind(), plain.version(), plain.mode(), null, new EntryIdentity(device, 0)));
    }

    /** A symbolic link. */
    public TestTree link(String path, String target) {
        byte[] bytes = target.getBytes(StandardCharsets.UTF_8);
        return put(StorePath.ofUtf8(path), status(FileKind.SYMBOLIC_LINK, bytes.length, bytes));
    }

    /** A FIFO. */
    public TestTree special(String path) {
        return put(StorePath.ofUtf8(path), status(FileKind.SPECIAL, 0, null));
    }

    /** An entry whose status cannot be read. */
    public TestTree unreadable(String path) {
        StorePath at = StorePath.ofUtf8(path);
        MoverException error = new MoverException(ErrorCode.SOURCE_UNREADABLE, path + " may not be read");
        return put(at, new DirectoryEntry(at.name(), null, error));
    }

    /** A directory that is there and cannot be listed. */
    public TestTree unlistable(String path, ErrorCode code) {
        directory(path);
        unlistable.put(path, code);
        return this;
    }

    /** The directory can be listed again. */
    public synchronized void mend(String path) {
        unlistable.remove(path);
    }

    private FileStatus status(FileKind kind, long size, byte[] target) {
        return new FileStatus(kind, new FileVersion(size, MODIFIED, MODIFIED, ++inode), 0644, target);
    }

    private TestTree put(StorePath path, FileStatus status) {
        return put(path, new DirectoryEntry(path.name(), status, null));
    }

    private TestTree put(StorePath path, DirectoryEntry entry) {
        if (!path.parent().isRoot()) directory(path.parent().shown());
        directories.get(path.parent()).put(path.name(), entry);
        return this;
    }

    synchronized Optional<DirectoryEntry> status(StorePath path) {
        if (path.isRoot()) {
            return Optional.of(
                    new DirectoryEntry(FileName.ofUtf8("root"), status(FileKind.DIRECTORY, 4096, null), null));
        }
        TreeMap<FileName, DirectoryEntry> parent = directories.get(path.parent());
        if (parent != null) return Optional.ofNullable(parent.get(path.name()));
        for (StorePath above = path.parent(); !above.isRoot(); above = above.parent()) {
            TreeMap<FileName, DirectoryEntry> siblings = directories.get(above.parent());
            DirectoryEntry there = siblings == null ? null : siblings.get(above.name());
            if (there == null || there.status() == null) continue;
            throw new MoverException(
                    there.status().kind() == FileKind.SYMBOLIC_LINK
                            ? ErrorCode.PATH_BLOCKED
                            : ErrorCode.NOT_A_DIRECTORY,
                    path + " leads through no directory");
        }
        return Optional.empty();
    }

    synchronized DirectoryPage list(StorePath directory, Optional<FileName> after, int entriesMax) {
        ErrorCode broken = unlistable.get(directory.shown());
        if (broken != null) throw new MoverException(broken, directory + " cannot be listed");
        TreeMap<FileName, DirectoryEntry> all = directories.get(directory);
        if (all == null) throw new MoverException(ErrorCode.SOURCE_NOT_FOUND, "nothing is under " + directory);
        var rest = after.isEmpty() ? all : all.tailMap(after.get(), false);
        List<DirectoryEntry> page = new ArrayList<>();
        for (DirectoryEntry entry : rest.values()) {
            if (page.size() == entriesMax) return new DirectoryPage(page, false);
            page.add(entry);
        }
        return new DirectoryPage(page, true);
    }
}
