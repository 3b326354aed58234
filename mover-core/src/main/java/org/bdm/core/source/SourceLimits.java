package org.bdm.core.source;

/**
 * Limits of what a source accepts at once.
 *
 * @param blockBytes largest block it sends
 * @param outstandingBytesMax bytes wanted and not yet arrived, over all streams
 * @param outstandingItemsMax files wanted and not yet ended, over all streams
 * @param packableBytesMax files up to this size may be asked for as pieces of packs
 * @param encrypted whether the bytes travel encrypted
 */
public record SourceLimits(
        int blockBytes, long outstandingBytesMax, int outstandingItemsMax, int packableBytesMax, boolean encrypted) {
    /** A file up to this size of which no bytes are there is wanted as a whole: a source may take a part of one for the rest. */
    public static final long UNDIVIDED_BYTES_MAX = 8L << 20;
}
