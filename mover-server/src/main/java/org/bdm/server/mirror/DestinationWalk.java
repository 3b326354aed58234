package org.bdm.server.mirror;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.server.job.schedule.GlobFilter;
import org.jspecify.annotations.Nullable;

/**
 * The regular files and symbolic links below the destination of a mirror that the globs of its job take. Nothing is followed. Areas of ours
 * are passed over at any depth, since another export may begin inside of this one. Memory is one page of entries for each level of the tree.
 */
final class DestinationWalk {
    private static final int ENTRIES_AT_ONCE = 1_000;
    private static final byte[] OURS = ".bdm".getBytes(StandardCharsets.US_ASCII);

    private final Store store;
    private final StorePath root;
    private final GlobFilter filter;
    private final Receiver receiver;
    private final BooleanSupplier mayGoOn;
    private final Deque<OpenDirectory> open = new ArrayDeque<>();

    /** Takes what is found, on the walking thread. */
    interface Receiver {
        /** A file or a symbolic link; the path is below the export. True if it stays. */
        boolean file(StorePath path, FileStatus status);

        /** All that is in a directory was found: so many files, of which so many go. The path is below the export; not the tree itself. */
        void left(StorePath path, long gone, long all);
    }

    /**
     * Of one tree.
     *
     * @param filter sees paths below {@code root}
     */
    DestinationWalk(Store store, StorePath root, GlobFilter filter, Receiver receiver, BooleanSupplier mayGoOn) {
        this.store = store;
        this.root = root;
        this.filter = filter;
        this.receiver = receiver;
        this.mayGoOn = mayGoOn;
    }

    /** Goes through the tree; what cannot be read is left out, and so are its files. STOPPING. */
    void run() {
        boolean isTree = root.isRoot()
                || store.status(root)
                        .filter(status -> status.kind() == FileKind.DIRECTORY)
                        .isPresent();
        if (!isTree) return;
        open.push(new OpenDirectory(StorePath.ROOT));
        while (!open.isEmpty()) {
            if (!mayGoOn.getAsBoolean()) throw new MoverException(ErrorCode.STOPPING, "the server is stopping");
            OpenDirectory directory = open.peek();
            DirectoryEntry entry = next(directory);
            if (entry == null) leave(open.pop());
            else take(directory.path, entry);
        }
    }

    private void leave(OpenDirectory directory) {
        OpenDirectory above = open.peek();
        if (above == null) return;
        above.gone += directory.gone;
        above.all += directory.all;
        if (directory.all > 0) receiver.left(directory.path.below(root), directory.gone, directory.all);
    }

    private static @Nullable DirectoryEntry next(OpenDirectory directory) {
        try {
            return directory.next();
        } catch (MoverException e) {
            return null; // its files stay
        }
    }

    private void take(StorePath directory, DirectoryEntry entry) {
        FileStatus status = entry.status();
        if (status == null || isOurs(entry.name())) return;
        try {
            StorePath path = directory.child(entry.name());
            switch (status.kind()) {
                case DIRECTORY -> {
                    if (filter.entersDirectory(path)) open.push(new OpenDirectory(path));
                }
                case FILE, SYMBOLIC_LINK -> {
                    if (filter.takesFile(path)) found(path, status);
                }
                case SPECIAL -> {
                    // none of ours
                }
            }
        } catch (MoverException e) {
            if (e.code() != ErrorCode.NAME_TOO_LONG) throw e; // no job can have written it
        }
    }

    private void found(StorePath path, FileStatus status) {
        OpenDirectory in = Objects.requireNonNull(open.peek());
        in.all++;
        if (!receiver.file(path.below(root), status)) in.gone++;
    }

    private static boolean isOurs(FileName name) {
        byte[] bytes = name.bytes();
        return Arrays.equals(bytes, OURS)
                || (bytes.length > OURS.length + 1
                        && Arrays.equals(bytes, 0, OURS.length, OURS, 0, OURS.length)
                        && bytes[OURS.length] == '-');
    }

    /** A directory that is being listed; its path is below the root of the walk. */
    private final class OpenDirectory {
        private final StorePath path;
        private Iterator<DirectoryEntry> entries = List.<DirectoryEntry>of().iterator();
        private @Nullable FileName last;
        private boolean isLastPage;
        private long gone;
        private long all;

        OpenDirectory(StorePath path) {
            this.path = path;
        }

        @Nullable DirectoryEntry next() {
            while (!entries.hasNext() && !isLastPage) {
                DirectoryPage page = store.list(path.below(root), last, ENTRIES_AT_ONCE);
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
