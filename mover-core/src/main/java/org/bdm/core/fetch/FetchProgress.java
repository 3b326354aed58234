package org.bdm.core.fetch;

/**
 * A look at a running session.
 *
 * @param bytesMoved payload bytes accepted from the network since the session began
 * @param bytesResent part of it that had been sent before, or was refused
 * @param filesActive files asked for and not ended
 * @param filesVerifying files whose bytes are all there and that are being verified, forced or placed
 * @param streams open streams
 * @param encrypted whether bytes travel encrypted
 * @param verifyingMillis time that files were read again, summed over files
 * @param placingMillis time that files were forced and placed, summed over files and batches
 * @param limitedBy the stage that limits now: "source", "network", "disk", "hash", "rate" or "nothing"
 */
public record FetchProgress(
        long bytesMoved,
        long bytesResent,
        int filesActive,
        int filesVerifying,
        int streams,
        boolean encrypted,
        long verifyingMillis,
        long placingMillis,
        String limitedBy) {}
