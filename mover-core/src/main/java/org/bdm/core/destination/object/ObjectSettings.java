package org.bdm.core.destination.object;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * Sizes and threads of a destination of objects.
 *
 * @param partBytesMin length of a part where the file is not too large for it; a file of at most this length is put by one request
 * @param partBytesMax longest part: a part is held in memory
 * @param partsMax parts of one object: some stores take 1,000 and not 10,000
 * @param partThreads parts that are sent at once by one writer
 * @param placeThreads objects that are put or completed at once by one finisher
 */
public record ObjectSettings(long partBytesMin, long partBytesMax, int partsMax, int partThreads, int placeThreads) {
    /** Parts of 16 MiB to 256 MiB, at most 1,000 of them. */
    public static final ObjectSettings DEFAULT = new ObjectSettings(16L << 20, 256L << 20, 1_000, 8, 16);

    private static final long MIB = 1L << 20;

    /** Returns the length of each part of a file but its last; whole MiB, so that it does not cut blocks. */
    long partBytes(long size) {
        long bytes = partBytesWanted(size);
        if (bytes <= partBytesMax) return bytes;
        throw new MoverException(
                ErrorCode.TOO_LARGE,
                "a file of " + size + " bytes is too large for a bucket: " + partsMax + " parts of " + partBytesMax
                        + " bytes are the most that is sent");
    }

    private long partBytesWanted(long size) {
        long least = -Math.floorDiv(-size, (long) partsMax);
        return least <= partBytesMin ? partBytesMin : -Math.floorDiv(-least, MIB) * MIB;
    }

    /** Returns the length of the longest part of a file, which is what it needs in memory while it takes bytes; also of one that is too large. */
    long bufferBytes(long size) {
        return Math.min(size, Math.min(partBytesMax, partBytesWanted(size)));
    }
}
