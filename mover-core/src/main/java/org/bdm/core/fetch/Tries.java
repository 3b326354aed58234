package org.bdm.core.fetch;

/** Counts the failures of one file, over all its attempts in this session. Each call counts once more and returns the count. Owner only. */
final class Tries {
    private int sourceFailures;
    private int sourceChanges;
    private int diskFailures;
    private int openFileShortages;
    private int wrongDigests;
    private int emptyEnds;
    private int lossesInARow;
    private long bytesMovedAtLoss;

    /** The source failed for a passing reason. */
    int sourceFailed() {
        return ++sourceFailures;
    }

    /** The source had another version. */
    int sourceChanged() {
        return ++sourceChanges;
    }

    /** The destination failed for a passing reason. */
    int diskFailed() {
        return ++diskFailures;
    }

    /** Too many files were open before anything had come of it. */
    int lackedOpenFiles() {
        return ++openFileShortages;
    }

    /** The digest of the whole was wrong. */
    int digestWasWrong() {
        return ++wrongDigests;
    }

    /** All requests ended without the bytes that were asked for. */
    int endedEmpty() {
        return ++emptyEnds;
    }

    /**
     * All requests were lost; returns how often in a row, without a byte between.
     *
     * @param bytesMoved of the file until now
     */
    int lost(long bytesMoved) {
        lossesInARow = bytesMoved == bytesMovedAtLoss ? lossesInARow + 1 : 1;
        bytesMovedAtLoss = bytesMoved;
        return lossesInARow;
    }
}
