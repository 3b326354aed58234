package org.bdm.server.holding.survey;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * The regular files below a directory of an export, without reading them. A symbolic link to a file counts as that file, as in the trees that
 * esg-prepare makes; one to a directory is passed over, since what it leads to is there under its own name. Memory is one page of entries for
 * each level of the tree.
 */
final class HoldingWalk {
    private static final int ENTRIES_AT_ONCE = 1_000;

    private final Store store;
    private final Store following;
    private final Receiver receiver;
    private final BooleanSupplier mayGoOn;
    private final Deque<OpenDirectory> open = new ArrayDeque<>();

    /** Takes what is found, on the walking thread. */
    interface Receiver {
        /** A regular file. */
        void file(StorePath path, FileStatus status);

        /** Something that could not be looked at; the walk goes on beside it. */
        void unreadable(StorePath path, MoverException why);
    }

    HoldingWalk(Store store, Receiver receiver, BooleanSupplier mayGoOn) {
        this.store = store;
        this.following = new FollowingStore(store, anywhere -> true);
        this.receiver = receiver;
        this.mayGoOn = mayGoOn;
    }

    /** Goes through a directory, or looks at one file. SOURCE_NOT_FOUND, CANCELLED. */
    void walk(StorePath root) {
        FileStatus status = following
                .status(root)
                .orElseThrow(() -> new MoverException(ErrorCode.SOURCE_NOT_FOUND, "nothing is under " + root));
        if (status.kind() == FileKind.FILE) {
            receiver.file(root, status);
            return;
        }
        open.push(new OpenDirectory(root));
        while (!open.isEmpty()) {
            if (!mayGoOn.getAsBoolean()) throw new MoverException(ErrorCode.CANCELLED, "the walk was stopped");
            OpenDirectory directory = open.peek();
            DirectoryEntry entry = next(directory);
            if (entry == null) open.pop();
            else take(directory.path.child(entry.name()), entry);
        }
    }

    private @Nullable DirectoryEntry next(OpenDirectory directory) {
        try {
            return directory.next();
        } catch (MoverException e) {
            receiver.unreadable(directory.path, e);
            return null;
        }
    }

    private void take(StorePath path, DirectoryEntry entry) {
        FileStatus status = entry.status();
        if (status == null) {
            MoverException why = entry.error();
            if (why != null) receiver.unreadable(path, why);
            return;
        }
        switch (status.kind()) {
            case FILE -> receiver.file(path, status);
            case DIRECTORY -> open.push(new OpenDirectory(path));
            case SYMBOLIC_LINK -> follow(path);
            case SPECIAL -> {
                // no data
            }
        }
    }

    private void follow(StorePath link) {
        try {
            following
                    .status(link)
                    .filter(status -> status.kind() == FileKind.FILE)
                    .ifPresent(status -> receiver.file(link, status));
        } catch (MoverException e) {
            receiver.unreadable(link, e);
        }
    }

    /** A directory that is being listed. */
    private final class OpenDirectory {
        private final StorePath path;
        private Iterator<DirectoryEntry> entries = List.<DirectoryEntry>of().iterator();
        private @Nullable FileName last;
        private boolean isLastPage;

        OpenDirectory(StorePath path) {
            this.path = path;
        }

        @Nullable DirectoryEntry next() {
            while (!entries.hasNext() && !isLastPage) {
                DirectoryPage page = store.list(path, last, ENTRIES_AT_ONCE);
                entries = page.entries().iterator();
                isLastPage = page.isLast();
            }
            if (!entries.hasNext()) return null;
            DirectoryEntry entry = entries.next();
            last = entry.name();
            return entry;
        }
    }
}
