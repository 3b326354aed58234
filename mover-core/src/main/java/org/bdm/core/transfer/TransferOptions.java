package org.bdm.core.transfer;

import org.bdm.core.checksum.ChecksumAlgorithm;

/**
 * How the files of a job are moved.
 *
 * @param onConflict what to do with other content at the destination
 * @param verify how a file is verified before it is placed
 * @param digest what the destination computes over every file
 * @param fileMode permission bits of new files; ignored with {@code preserveMode}
 * @param directoryMode permission bits of new directories; ignored with {@code preserveMode}
 * @param preserveMode whether the source's permission bits are kept
 * @param bytesPerSecondMax limit of the rate; 0 is none
 */
public record TransferOptions(
        ConflictPolicy onConflict,
        VerifyMode verify,
        ChecksumAlgorithm digest,
        int fileMode,
        int directoryMode,
        boolean preserveMode,
        long bytesPerSecondMax) {
    /** What to do with other content at the destination. */
    public enum ConflictPolicy {
        /** Leave it: that file fails with DESTINATION_EXISTS, others go on. */
        SKIP,
        /** Leave it, and stop the job at the first. */
        FAIL,
        /** Replace it in one step. */
        OVERWRITE
    }

    /** How a file is verified before it is placed. */
    public enum VerifyMode {
        /** Block checksums and a digest over the bytes that were written. */
        STREAM,
        /** Also read again after the sync, past the page cache where that can be. */
        READBACK
    }
}
