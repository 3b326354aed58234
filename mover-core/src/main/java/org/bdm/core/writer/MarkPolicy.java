package org.bdm.core.writer;

import java.time.Duration;

/**
 * When a file's bytes are forced and marked in the journal. Two windows of {@code bytesPerMark} fit below {@code bytesUnmarkedMax}: one is
 * forced while the next is written.
 *
 * @param bytesPerMark bytes written since the last mark that start the next; at most 32 MiB
 * @param interval a mark is started this long after the first byte that none covers; at most 2 s
 * @param bytesUnmarkedMax bytes of one file without a mark at which its writer waits for the disk. With the blocks on their way ({@code
 *     BlockCache.FILE_BYTES_MAX}) and what the kernel holds of the connections this bounds what is sent again after a crash (promise P8:
 *     64 MiB)
 */
public record MarkPolicy(long bytesPerMark, Duration interval, long bytesUnmarkedMax) {
    /** 12 MiB, 2 s, 24 MiB. */
    public static final MarkPolicy DEFAULT = new MarkPolicy(12L << 20, Duration.ofSeconds(2), 24L << 20);

    /** Refuses a policy that would stop writing for ever. */
    public MarkPolicy {
        if (bytesPerMark < 1 || bytesUnmarkedMax < bytesPerMark) {
            throw new IllegalArgumentException(
                    "a mark every " + bytesPerMark + " of at most " + bytesUnmarkedMax + " bytes");
        }
    }
}
