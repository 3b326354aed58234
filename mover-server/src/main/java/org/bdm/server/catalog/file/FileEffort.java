package org.bdm.server.catalog.file;

/**
 * The cost of a file so far.
 *
 * @param epoch number of its newest temporary file; 0 if there was none
 * @param attempts how often it was tried
 * @param millis time from its first request to its end, in milliseconds
 * @param bytesMoved payload bytes that arrived, repeats included
 * @param bytesResent those that had arrived before
 */
public record FileEffort(int epoch, int attempts, long millis, long bytesMoved, long bytesResent) {
    /** Not tried yet. */
    public static final FileEffort NONE = new FileEffort(0, 0, 0, 0, 0);
}
