package org.bdm.core.serve;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLongArray;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * Existing files that a measurement reads, one behind the other, again from the first when it is through. The kernel drops each from its
 * memory before every time. The files are only read. Any thread that may block.
 */
public final class FileSample {
    /** Smaller files measure the opening of files, not the disk. */
    static final long FILE_BYTES_MIN = 1L << 20;

    private static final int FILES_MAX = 256;
    private static final long BYTES_ENOUGH = 64L << 30;
    private static final int ENTRIES_MAX = 20_000;
    private static final int PAGE_ENTRIES = 1_000;

    private final List<SampledFile> files;
    private final long[] begins;
    private final long bytes;
    private final AtomicLongArray rounds;
    private final boolean isDropped;

    /** One file of them. */
    record SampledFile(String export, Store store, StorePath path, long size) {}

    private FileSample(List<SampledFile> files, boolean isDropped) {
        this.files = List.copyOf(files);
        this.isDropped = isDropped;
        this.begins = new long[files.size()];
        this.rounds = new AtomicLongArray(files.size());
        long sum = 0;
        for (int i = 0; i < begins.length; i++) {
            begins[i] = sum;
            sum += files.get(i).size();
        }
        this.bytes = sum;
    }

    /**
     * Finds up to {@value #FILES_MAX} files of {@value #FILE_BYTES_MIN} bytes or more among the first {@value #ENTRIES_MAX} entries.
     *
     * @param places exports by name, and what may be read of them
     * @throws MoverException SOURCE_NOT_FOUND if there is none
     */
    public static FileSample find(Map<String, Access.Readable> places) {
        Search search = new Search();
        places.forEach(search::look);
        if (search.found.isEmpty()) {
            throw new MoverException(
                    ErrorCode.SOURCE_NOT_FOUND,
                    "nothing to measure the disk of the source with: no file of 1 MiB or more is among the first "
                            + ENTRIES_MAX + " entries that this site may read of " + String.join(", ", places.keySet())
                            + "; use --mode mem-mem");
        }
        return new FileSample(search.found, search.isDropped);
    }

    /** Says what is read, and whether it can be in the memory of the kernel. At most 400 characters. */
    String about() {
        TreeSet<String> exports = new TreeSet<>();
        files.forEach(file -> exports.add(file.export()));
        String names = String.join(", ", exports);
        String shown = names.length() > 100 ? exports.size() + " exports" : names;
        return String.format(
                Locale.ROOT,
                "reads %d existing %s, %.1f GiB, of %s, %s",
                files.size(),
                files.size() == 1 ? "file" : "files",
                bytes / 0x1p30,
                shown,
                isDropped
                        ? "dropped from the page cache before each time"
                        : "which may come from the page cache: this file system drops nothing from it");
    }

    /** Which file has this byte of the endless sequence. */
    int indexAt(long offset) {
        long within = offset % bytes;
        int low = 0;
        int high = begins.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (begins[middle] <= within) low = middle;
            else high = middle - 1;
        }
        return low;
    }

    SampledFile file(int index) {
        return files.get(index);
    }

    /** The byte within its file. */
    long within(int index, long offset) {
        return offset % bytes - begins[index];
    }

    /** The file is read in the round that this byte belongs to: dropped from memory once for each round after the first. */
    void used(int index, long offset, ReadableFile file) {
        long round = offset / bytes;
        long before = rounds.get(index);
        if (round > before && rounds.compareAndSet(index, before, round) && isDropped) file.dropCached();
    }

    /** One look through the exports. */
    private static final class Search {
        final List<SampledFile> found = new ArrayList<>();
        boolean isDropped = true;
        private int entriesLeft = ENTRIES_MAX;
        private long bytes;

        void look(String export, Access.Readable place) {
            Deque<StorePath> directories = new ArrayDeque<>();
            for (StorePath prefix : place.prefixes()) {
                if (isEnough()) return;
                lookAt(export, place.store(), prefix, directories);
            }
            while (!directories.isEmpty() && !isEnough()) list(export, place.store(), directories.pop(), directories);
        }

        private boolean isEnough() {
            return found.size() >= FILES_MAX || bytes >= BYTES_ENOUGH || entriesLeft <= 0;
        }

        private void lookAt(String export, Store store, StorePath prefix, Deque<StorePath> directories) {
            if (prefix.isRoot()) {
                directories.push(prefix);
                return;
            }
            FileStatus status = store.status(prefix).orElse(null);
            if (status != null) take(export, store, prefix, status, directories);
        }

        /** A directory that cannot be read is passed over. */
        private void list(String export, Store store, StorePath directory, Deque<StorePath> directories) {
            @Nullable FileName after = null;
            while (!isEnough()) {
                DirectoryPage page;
                try {
                    page = store.list(directory, after, Math.min(PAGE_ENTRIES, entriesLeft));
                } catch (MoverException e) {
                    return;
                }
                for (DirectoryEntry entry : page.entries()) {
                    entriesLeft--;
                    if (entry.status() != null && !isEnough()) {
                        take(export, store, directory.child(entry.name()), entry.status(), directories);
                    }
                    after = entry.name();
                }
                if (page.isLast() || page.entries().isEmpty()) return;
            }
        }

        private void take(String export, Store store, StorePath path, FileStatus status, Deque<StorePath> directories) {
            if (status.kind() == FileKind.DIRECTORY) directories.push(path);
            if (status.kind() != FileKind.FILE || status.version().size() < FILE_BYTES_MIN) return;
            try (ReadableFile file = store.open(path)) {
                isDropped &= file.dropCached();
            } catch (MoverException e) {
                return; // it cannot be read, or is gone: others can
            }
            found.add(new SampledFile(export, store, path, status.version().size()));
            bytes += status.version().size();
        }
    }
}
