package org.bdm.core.transfer;

/**
 * Totals that earlier runs of a file reported to its owner; what the journal still knows of those runs is not reported again.
 *
 * @param attempts how often it was tried
 * @param bytesMoved bytes told as moved
 * @param bytesResent part of them told as resent
 */
public record EarlierRuns(int attempts, long bytesMoved, long bytesResent) {
    /** Runs of a file that cannot be brought to its end, before it fails. */
    public static final int MAX = 8;

    /** It was never tried, or no run of it came to an end. */
    public static final EarlierRuns NONE = new EarlierRuns(0, 0, 0);
}
