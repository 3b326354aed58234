package org.bdm.core.block;

/**
 * Adds sizes of files. A total that would not fit stays at {@link Long#MAX_VALUE}: sizes are what others say, sparse files make them large for
 * nothing, and a total that wraps would be taken for a small one.
 */
public final class ByteTotal {
    private ByteTotal() {}

    /** The sum, or the largest number if it is larger. */
    public static long plus(long total, long bytes) {
        long sum = total + bytes;
        boolean wraps = total > 0 && bytes > 0 && sum < 0;
        return wraps ? Long.MAX_VALUE : sum;
    }
}
