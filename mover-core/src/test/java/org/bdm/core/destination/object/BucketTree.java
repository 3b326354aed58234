package org.bdm.core.destination.object;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.MemoryBucket;
import org.bdm.core.s3.ObjectHead;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/** Keys of a bucket as a tree of files, for tests: it looks past the calls that a test counts. */
record BucketTree(MemoryBucket bucket) implements Store {
    static String key(StorePath path) {
        return path.shown();
    }

    @Override
    public StoreAbilities abilities() {
        return new StoreAbilities(true, false, false);
    }

    private static FileStatus file(ObjectHead head) {
        BigDecimal mtime = new BigDecimal(head.metadata().getOrDefault("mtime", "0"));
        Instant modified = Instant.ofEpochSecond(
                mtime.longValue(),
                mtime.remainder(BigDecimal.ONE).movePointRight(9).longValue());
        return new FileStatus(FileKind.FILE, new FileVersion(head.size(), modified, modified, 0), 0644, null);
    }

    private static FileStatus directory() {
        return new FileStatus(FileKind.DIRECTORY, new FileVersion(0, Instant.EPOCH, Instant.EPOCH, 0), 0755, null);
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        byte[] content = bucket.content(key(path));
        if (content != null) return Optional.of(file(bucket.headUnseen(key(path))));
        boolean isDirectory = bucket.keys().stream().anyMatch(key -> key.startsWith(key(path) + "/"));
        return isDirectory ? Optional.of(directory()) : Optional.empty();
    }

    @Override
    public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
        Map<FileName, FileStatus> found = new TreeMap<>();
        String prefix = directory.isRoot() ? "" : key(directory) + "/";
        for (String key : bucket.keys()) {
            if (!key.startsWith(prefix)) continue;
            String rest = key.substring(prefix.length());
            int slash = rest.indexOf('/');
            FileName name = FileName.ofUtf8(slash < 0 ? rest : rest.substring(0, slash));
            found.put(name, slash < 0 ? file(bucket.headUnseen(key)) : directory());
        }
        List<DirectoryEntry> entries = new ArrayList<>();
        found.forEach((name, status) -> entries.add(new DirectoryEntry(name, status, null)));
        return new DirectoryPage(entries, true);
    }

    @Override
    public ReadableFile open(StorePath path) {
        byte[] content = bucket.content(key(path));
        if (content == null) throw new MoverException(ErrorCode.SOURCE_NOT_FOUND, path + " is not there");
        FileStatus status = status(path).orElseThrow();
        return new ReadableFile() {
            @Override
            public FileStatus status() {
                return status;
            }

            @Override
            public int read(long offset, ByteBuffer target) {
                int length = (int) Math.max(0, Math.min(target.remaining(), content.length - offset));
                if (length > 0) target.put(content, (int) offset, length);
                return length;
            }

            @Override
            public long holeEnd(long offset) {
                return offset;
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
    }

    @Override
    public long freeBytes() {
        return Long.MAX_VALUE;
    }
}
