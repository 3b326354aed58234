package org.bdm.core.cache;

import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;

/**
 * Counts the blocks that each file has in the cache, over all shares that lent them. Guarded by the lock of the cache; knows only
 * files that have blocks. What is lent for no file, or for several, is not counted.
 */
final class FileBlocks {
    /** In the place of a file's number. */
    static final long NO_FILE = 0;

    private final int blocksMax;
    private final int blocksBeforeWaking;
    private final LongObjectMap<Integer> blocks = new LongObjectHashMap<>(); // no object for a number

    /** @param blocksMax of one file at once, at least 1 */
    FileBlocks(int blocksMax) {
        this.blocksMax = blocksMax;
        this.blocksBeforeWaking = blocksMax - Math.max(1, blocksMax / 4);
    }

    boolean mayHoldOneMore(long fileNumber) {
        return fileNumber == NO_FILE || held(fileNumber) < blocksMax;
    }

    /**
     * True when a stream that waits for a block of the file may continue: not for each block that comes back, but for a quarter of them at once, so that
     * a stream that is faster than the disk or the digest stops and goes on a few times, and not for every block. Who keeps blocks of a file
     * until something else comes must keep fewer than three quarters.
     */
    boolean mayGoOn(long fileNumber) {
        return fileNumber == NO_FILE || held(fileNumber) <= blocksBeforeWaking;
    }

    void lent(long fileNumber) {
        if (fileNumber != NO_FILE) blocks.put(fileNumber, Integer.valueOf(held(fileNumber) + 1));
    }

    void cameBack(long fileNumber) {
        if (fileNumber == NO_FILE) return;
        int left = held(fileNumber) - 1;
        if (left == 0) blocks.remove(fileNumber);
        else blocks.put(fileNumber, Integer.valueOf(left));
    }

    private int held(long fileNumber) {
        Integer held = blocks.get(fileNumber);
        return held == null ? 0 : held;
    }
}
