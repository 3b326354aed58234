package org.bdm.server.site.serving;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.Store;
import org.bdm.server.catalog.holding.Holding;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one directory that a caller could read, a page at a time: files and directories, also by symbolic links that stay in the
 * export. One thread, which may block.
 */
final class ServedDirectory {
    private static final int PAGE_ENTRIES = 1_000;

    private final Store store;
    private final ServedAddress address;
    private final ServedDigests digests;
    private final boolean wantsEvidence;
    private final Semaphore readers;
    private @Nullable FileName last;
    private boolean isAtEnd;

    /**
     * At its beginning.
     *
     * @param readers permits of threads that read names: each may hold those of a whole directory for that time
     */
    ServedDirectory(
            Store store, ServedAddress address, ServedDigests digests, boolean wantsEvidence, Semaphore readers) {
        this.store = store;
        this.address = address;
        this.digests = digests;
        this.wantsEvidence = wantsEvidence;
        this.readers = readers;
    }

    boolean isAtEnd() {
        return isAtEnd;
    }

    /** Reads the next page; NOT_FOUND for what is not a directory, since an outsider learns no more. */
    List<ListedEntry> next() {
        DirectoryPage page = read();
        List<ListedEntry> visible = new ArrayList<>();
        for (DirectoryEntry entry : page.entries()) {
            FileStatus status = entry.status(); // null for links that lead nowhere, or out
            last = entry.name();
            if (status == null) continue;
            boolean isDirectory = status.kind() == FileKind.DIRECTORY;
            if (!isDirectory && status.kind() != FileKind.FILE) continue;
            visible.add(new ListedEntry(entry.name(), isDirectory, status.version(), null));
        }
        isAtEnd = page.isLast() || page.entries().isEmpty();
        return wantsEvidence ? withEvidence(visible) : visible;
    }

    private DirectoryPage read() {
        try {
            readers.acquire();
            try {
                return store.list(address.path(), last, PAGE_ENTRIES);
            } finally {
                readers.release();
            }
        } catch (MoverException e) {
            throw ServedExports.asSeenOutside(address, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.STOPPING, "this server is ending", e);
        }
    }

    private List<ListedEntry> withEvidence(List<ListedEntry> entries) {
        List<FileName> files = entries.stream()
                .filter(entry -> !entry.isDirectory())
                .map(ListedEntry::name)
                .toList();
        Map<FileName, Holding> known = digests.holdings(address.export(), address.path(), files);
        return entries.stream()
                .map(entry -> entry.with(known.get(entry.name())))
                .toList();
    }
}
