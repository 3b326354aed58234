package org.bdm.core.store;

import java.util.Iterator;
import java.util.List;

/**
 * Opens many files, one shortly after the other. Where a store is far away, it is asked for those that come next while one is read. Belongs to one
 * thread.
 */
public interface BatchOpen extends AutoCloseable {
    /** Opens the next file of the batch, as {@link Store#open}; one that fails is passed, and the next call opens the one after it. */
    ReadableFile next();

    /** Gives up what was not opened. */
    @Override
    void close();

    /** Opens each file when it is its turn. */
    static BatchOpen oneByOne(Store store, List<StorePath> files) {
        Iterator<StorePath> left = files.iterator();
        return new BatchOpen() {
            @Override
            public ReadableFile next() {
                return store.open(left.next());
            }

            @Override
            public void close() {
                // Nothing is opened ahead.
            }
        };
    }
}
