package org.bdm.server.discovery.index;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** All configured indexes together. Blocks; any thread. */
public interface Federation {
    /** The extent of what is wanted of each dataset. */
    enum Depth {
        /** Only {@link ClaimedDataset}. */
        DATASETS,
        /**
         * The same, and with each dataset that fits all that its record holds beside, at any node: files of an index whose records bring them
         * along, up to a bound. Nothing is asked for these.
         */
        AT_HAND,
        /** {@link ClaimedFile} of each of them, too. */
        FILES
    }

    /**
     * Asks every index, several at once, and passes on all that they say. The receiver is called by one thread at a time, in no order that
     * means anything; the same thing may be said twice.
     *
     * @return what may be missing and why, sorted; empty if every index answered in full
     * @throws org.bdm.core.fault.MoverException INVALID_REQUEST for a selection that no index could understand; UNSUPPORTED if no index is
     *     configured; what the receiver throws ends the search
     */
    List<IndexWarning> search(Selection selection, Depth depth, Consumer<Claim> receiver);

    /**
     * As {@link #search}, of these indexes alone: no other is asked.
     *
     * @param indexes names of configured ones
     * @throws org.bdm.core.fault.MoverException as above; UNSUPPORTED if there is no such index
     */
    List<IndexWarning> searchAt(Set<String> indexes, Selection selection, Depth depth, Consumer<Claim> receiver);

    /** Names of the configured indexes, in the order of the configuration. */
    List<String> indexes();
}
