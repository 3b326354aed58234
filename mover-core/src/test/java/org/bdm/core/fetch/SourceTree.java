package org.bdm.core.fetch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.EarlierRuns;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.TransferChunk;

/** The files of a source in a test, and the oracle of what has to arrive. Content is in memory. */
public final class SourceTree {
    static final Instant MODIFIED = Instant.parse("2020-02-29T12:00:00.123456Z");

    private final Map<StorePath, File> files = new TreeMap<>();
    private final List<FileEntry> entries = new ArrayList<>();
    private long nextInode = 1000;

    /** One entry. */
    public static final class File {
        final FileStatus[] status = new FileStatus[1];
        byte[] content = new byte[0];
        final List<ByteRange> holes = new ArrayList<>();

        public FileStatus status() {
            return status[0];
        }

        public byte[] content() {
            return content.clone();
        }
    }

    /** Adds a file of so many random bytes; its number is its place, from 1. */
    public FileEntry addFile(String path, int size) {
        byte[] content = new byte[size];
        new Random(path.hashCode() * 31L + size).nextBytes(content);
        return add(path, FileKind.FILE, content, null);
    }

    public FileEntry addDirectory(String path) {
        return add(path, FileKind.DIRECTORY, new byte[0], null);
    }

    public FileEntry addLink(String path, String target) {
        return add(path, FileKind.SYMBOLIC_LINK, new byte[0], target.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private FileEntry add(String path, FileKind kind, byte[] content, byte[] target) {
        File file = new File();
        file.content = content;
        StorePath where = StorePath.ofUtf8(path);
        FileVersion version = new FileVersion(content.length, MODIFIED, MODIFIED, nextInode++);
        file.status[0] = new FileStatus(kind, version, 0644, target);
        files.put(where, file);
        FileEntry entry = new FileEntry(
                new FileId(entries.size() + 1L),
                where,
                where,
                file.status(),
                java.util.Optional.empty(),
                EarlierRuns.NONE);
        entries.add(entry);
        return entry;
    }

    /** Makes a range of zeros, which a source tells without sending it. */
    public void hole(FileEntry entry, ByteRange range) {
        File file = files.get(entry.source());
        for (long i = range.offset(); i < range.endExclusive(); i++) file.content[(int) i] = 0;
        file.holes.add(range);
    }

    /** Somebody writes the file anew. */
    public void rewrite(StorePath path, int size, long seed) {
        File file = files.get(path);
        byte[] content = new byte[size];
        new Random(seed).nextBytes(content);
        file.content = content;
        file.holes.clear();
        Instant later = file.status().version().modified().plusSeconds(1);
        FileVersion version =
                new FileVersion(size, later, later, file.status().version().inode());
        file.status[0] = new FileStatus(FileKind.FILE, version, 0644, null);
    }

    /** Somebody writes the same number of bytes into the file and restores its mtime: only the ctime tells. */
    public void rewriteInPlace(StorePath path, long seed) {
        File file = files.get(path);
        FileVersion before = file.status().version();
        rewrite(path, (int) before.size(), seed);
        become(file, before.inode(), before.changed().plusNanos(1));
    }

    /** Somebody puts another file of the same size and times in its place: only the inode tells. */
    public void replace(StorePath path, long seed) {
        File file = files.get(path);
        FileVersion before = file.status().version();
        rewrite(path, (int) before.size(), seed);
        become(file, nextInode++, before.changed());
    }

    /** Somebody changes the mode of the file, or links it: its content stays. */
    public void touchInode(StorePath path) {
        File file = files.get(path);
        FileVersion before = file.status().version();
        become(file, before.inode(), before.changed().plusNanos(1));
    }

    private static void become(File file, long inode, Instant changed) {
        FileVersion version = new FileVersion(file.content.length, MODIFIED, changed, inode);
        file.status[0] = new FileStatus(FileKind.FILE, version, 0644, null);
    }

    public void remove(StorePath path) {
        files.remove(path);
    }

    public File file(StorePath path) {
        return files.get(path);
    }

    public List<FileEntry> entries() {
        return List.copyOf(entries);
    }

    /** Changes an entry as intake would have made it. */
    public void replaceEntry(FileEntry entry) {
        entries.set((int) entry.file().number() - 1, entry);
    }

    /** All entries, so many to a chunk. */
    public List<TransferChunk> chunks(int entriesMax) {
        List<TransferChunk> chunks = new ArrayList<>();
        for (int i = 0; i < entries.size(); i += entriesMax) {
            chunks.add(new TransferChunk(chunks.size(), entries.subList(i, Math.min(entries.size(), i + entriesMax))));
        }
        return chunks;
    }
}
