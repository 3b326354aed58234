package org.bdm.core.serve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.Store;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.WireLimits;
import org.jspecify.annotations.Nullable;

/** Answers to LIST and STAT, no larger than a frame may be. On threads that may block. */
final class DirectoryAnswers {
    /** Shown as the name of an export's root, which has none. */
    private static final FileName ROOT_NAME = FileName.ofUtf8("root");

    private static final int ENTRY_BYTES = 128; // all fields of fixed size, generously
    private static final int PAGE_BYTES_MAX = WireLimits.ENTRIES_BYTES_MAX - 4096;

    private DirectoryAnswers() {}

    /**
     * Lists.
     *
     * @param tellsIdentities whether the one that asks knows them
     */
    static Frame.Entries list(Frame.ListDirectory asked, Store store, boolean tellsIdentities) {
        int entriesMax = Math.max(1, Math.min(asked.entriesMax(), WireLimits.ENTRIES_MAX));
        DirectoryPage page = store.list(asked.directory(), asked.after().orElse(null), entriesMax);
        List<Frame.Entry> entries = new ArrayList<>(page.entries().size());
        int bytes = 0;
        for (DirectoryEntry entry : page.entries()) {
            Frame.Entry frame = entry(entry.name(), told(entry.status(), tellsIdentities), entry.error());
            bytes += bytesOf(frame);
            if (bytes > PAGE_BYTES_MAX) return new Frame.Entries(asked.request(), entries, false);
            entries.add(frame);
        }
        return new Frame.Entries(asked.request(), entries, page.isLast());
    }

    private static @Nullable FileStatus told(@Nullable FileStatus status, boolean tellsIdentities) {
        return status == null || tellsIdentities ? status : status.withoutIdentity();
    }

    static Frame.Entries status(Frame.Stat asked, Store store) {
        FileName name = asked.path().isRoot() ? ROOT_NAME : asked.path().name();
        Optional<FileStatus> status = store.status(asked.path());
        List<Frame.Entry> entries = status.map(found -> List.of(entry(name, found.withoutIdentity(), null)))
                .orElse(List.of());
        return new Frame.Entries(asked.request(), entries, true);
    }

    private static Frame.Entry entry(FileName name, @Nullable FileStatus status, @Nullable MoverException error) {
        if (error == null) return new Frame.Entry(name, status, null, "");
        return new Frame.Entry(name, status, error.code(), FailureFrames.shortened(error.detail()));
    }

    private static int bytesOf(Frame.Entry entry) {
        byte[] target = entry.status() == null ? null : entry.status().linkTarget();
        return ENTRY_BYTES
                + entry.name().length()
                + (target == null ? 0 : target.length)
                + 3 * entry.detail().length();
    }
}
