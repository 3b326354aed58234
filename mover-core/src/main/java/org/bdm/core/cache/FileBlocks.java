package org.bdm.core.cache;

import java.util.HashMap;
import java.util.Map;

/**
 * How many blocks each file has on its way through the cache, whatever shares lent them. Guarded by the lock of the cache; knows only
 * files that have blocks. What is lent for no file, or for several, is not counted.
 */
final class FileBlocks {
    /** In the place of a file's number. */
    static final long NO_FILE = 0;

    private final int blocksMax;
    private final Map<Long, Integer> blocks = new HashMap<>();

    /** @param blocksMax of one file at once, at least 1 */
    FileBlocks(int blocksMax) {
        this.blocksMax = blocksMax;
    }

    boolean mayHoldOneMore(long fileNumber) {
        return fileNumber == NO_FILE || blocks.getOrDefault(fileNumber, 0) < blocksMax;
    }

    void lent(long fileNumber) {
        if (fileNumber != NO_FILE) blocks.merge(fileNumber, 1, Integer::sum);
    }

    void cameBack(long fileNumber) {
        blocks.computeIfPresent(fileNumber, (file, held) -> held == 1 ? null : held - 1);
    }
}
