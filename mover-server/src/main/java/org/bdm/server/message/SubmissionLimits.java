package org.bdm.server.message;

/**
 * The most that one request may hold.
 *
 * @param bodyBytesMax of every body but a streamed list
 * @param linesMax items of a streamed list
 * @param unpackedBytesMax of a streamed list
 * @param streamsAtOnceMax streamed lists that are received at the same time
 */
public record SubmissionLimits(int bodyBytesMax, long linesMax, long unpackedBytesMax, int streamsAtOnceMax) {
    /** The limits of docs/configuration.md. */
    public static final SubmissionLimits PUBLISHED = new SubmissionLimits(1 << 20, 10_000_000, 4L << 30, 4);
}
