package org.bdm.core.cache;

import java.util.HashMap;
import java.util.Map;

/**
 * How many blocks each file has on its way through the cache, whatever shares lent them. Guarded by the lock of the cache; knows only
 * files that have blocks.
 */
final class FileBlocks {
    private final int blocksMax;
    private final Map<Long, Integer> blocks = new HashMap<>();

    /** @param blocksMax of one file at once, at least 1 */
    FileBlocks(int blocksMax) {
        this.blocksMax = blocksMax;
    }

    boolean mayHoldOneMore(long fileNumber) {
        return blocks.getOrDefault(fileNumber, 0) < blocksMax;
    }

    void lent(long fileNumber) {
        blocks.merge(fileNumber, 1, Integer::sum);
    }

    void cameBack(long fileNumber) {
        blocks.computeIfPresent(fileNumber, (file, held) -> held == 1 ? null : held - 1);
    }
}
