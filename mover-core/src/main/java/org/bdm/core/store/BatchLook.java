package org.bdm.core.store;

import java.util.Optional;

/**
 * Looks at many paths, one shortly after the other: a directory is opened once for all of its entries, and its absence found once. Shows
 * each entry as it is when asked for, in the directory that had this path at the first question about one of its entries; so it is made for
 * one batch, and closed. Belongs to one thread.
 */
public interface BatchLook extends AutoCloseable {
    /** As {@link Store#status}. */
    Optional<FileStatus> status(StorePath path);

    @Override
    void close();

    /** Looks at each path by itself. */
    static BatchLook oneByOne(Store store) {
        return new BatchLook() {
            @Override
            public Optional<FileStatus> status(StorePath path) {
                return store.status(path);
            }

            @Override
            public void close() {
                // Holds nothing.
            }
        };
    }
}
