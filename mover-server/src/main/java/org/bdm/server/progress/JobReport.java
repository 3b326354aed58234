package org.bdm.server.progress;

import java.util.List;
import java.util.Map;

/**
 * The report of a job that ended, as the catalog keeps it for good.
 *
 * @param filesByState files per state
 * @param bytesByState sum of their sizes per state
 * @param filesByEvidence DONE files per shown level of evidence
 * @param bytesMoved payload that came over the network
 * @param bytesResent part of it that had come before, or was refused
 * @param streams most data streams at once
 * @param dataSecurity {@code tls}, {@code plain} or both
 * @param listingMillis from the start to the end of the listing
 * @param movingMillis while files were asked for
 * @param verifyingMillis summed over files, verifying
 * @param placingMillis summed over batches, forcing and placing
 * @param reused what was not moved because this site had it
 */
public record JobReport(
        Map<String, Long> filesByState,
        Map<String, Long> bytesByState,
        Map<String, Long> filesByEvidence,
        long bytesMoved,
        long bytesResent,
        int streams,
        String dataSecurity,
        long listingMillis,
        long movingMillis,
        long verifyingMillis,
        long placingMillis,
        List<Failures> failures,
        Reused reused) {
    /** A report that was kept before anything was reused says nothing of it. */
    public JobReport {
        if (reused == null) reused = Reused.NONE;
    }

    /**
     * DONE files of which this site had bytes.
     *
     * @param bytes that were copied here, or belong to files that are second names of held ones
     */
    public record Reused(long files, long bytes) {
        /** Nothing. */
        public static final Reused NONE = new Reused(0, 0);
    }

    /**
     * Files that failed for one cause.
     *
     * @param code name of the error code
     */
    public record Failures(String code, long files) {}
}
