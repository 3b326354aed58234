package org.bdm.core.transfer;

import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.Scitag;
import org.jspecify.annotations.Nullable;

/**
 * Options for transferring the files of a job.
 *
 * @param onConflict what to do with other content at the destination
 * @param verify how a file is verified before it is placed
 * @param digest what the destination computes over every file
 * @param fileMode permission bits of new files, unless those of the source are kept
 * @param directoryMode permission bits of new directories, likewise
 * @param modes which of the source's permission bits are kept
 * @param bytesPerSecondMax limit of the rate; 0 is none
 * @param pinned numbers of workers that a person set
 * @param dscp class of the packets of its streams
 * @param scitag tells networks what its streams are for; null: they are not told
 */
public record TransferOptions(
        ConflictPolicy onConflict,
        VerifyMode verify,
        ChecksumAlgorithm digest,
        int fileMode,
        int directoryMode,
        ModePolicy modes,
        long bytesPerSecondMax,
        PinnedWorkers pinned,
        Dscp dscp,
        @Nullable Scitag scitag) {
    /** With numbers of workers that are found while the files move, and no class of its own. */
    public TransferOptions(
            ConflictPolicy onConflict,
            VerifyMode verify,
            ChecksumAlgorithm digest,
            int fileMode,
            int directoryMode,
            ModePolicy modes,
            long bytesPerSecondMax) {
        this(
                onConflict,
                verify,
                digest,
                fileMode,
                directoryMode,
                modes,
                bytesPerSecondMax,
                PinnedWorkers.NONE,
                Dscp.DEFAULT,
                null);
    }

    /** Permission bits of a file that has these at the source. */
    public int modeOfFile(int ofSource) {
        return modes.ofFile(fileMode, ofSource);
    }

    /** Permission bits of a directory that has these at the source. */
    public int modeOfDirectory(int ofSource) {
        return modes.ofDirectory(directoryMode, ofSource);
    }

    /** Policies for other content at the destination. */
    public enum ConflictPolicy {
        /** Leave it: that file fails with DESTINATION_EXISTS, others go on. */
        SKIP,
        /** Leave it, and stop the job at the first. */
        FAIL,
        /** Replace it in one step. */
        OVERWRITE,
        /** Replace it, and keep it in the quarantine. */
        UPDATE;

        /** True if the file of the job gets the place. */
        public boolean replaces() {
            return this == OVERWRITE || this == UPDATE;
        }
    }

    /** Ways to verify a file before it is placed. */
    public enum VerifyMode {
        /** Block checksums and a digest over the bytes that were written. */
        STREAM,
        /** Also read again after the sync, past the page cache where that can be. */
        READBACK
    }
}
