package org.bdm.core.store;

import java.util.List;

/**
 * A store that jobs may place files in, whatever it is made of: an export of this machine, which is a {@link WritableStore}, or a bucket, which has
 * neither links nor a quarantine, and in which nothing is renamed.
 */
public interface ReceivingStore extends Store {
    /**
     * Returns the free room for files of this directory, as other file systems may be mounted below the export; for a missing directory, that of
     * its parent. {@linkplain Room#isKnown Unknown} where the store does not tell.
     */
    Room roomAt(StorePath directory);

    /**
     * Waits until entries that are there are on stable storage, whoever made them: the data of files, and every name on the way down to
     * them. Cheap where that is so already, for many at once too. A bucket says only that they are there.
     *
     * @throws org.bdm.core.fault.MoverException SYNC_FAILED, SOURCE_NOT_FOUND and the like: then nothing is known of any of them
     */
    void force(List<StorePath> entries);

    /**
     * Refuses a path under which it would keep a file as something else.
     *
     * @throws org.bdm.core.fault.MoverException UNSUPPORTED, NAME_TOO_LONG
     */
    default void requireNameable(StorePath path) {}
}
