package org.bdm.core.control.job;

/**
 * Files of a job by state. At every moment the others add up to total.
 *
 * @param total Number of files that are known so far, at least 0; a lower bound until the listing is complete. Such as {@code 1204}.
 * @param pending Number of files that have not begun, at least 0. Such as {@code 0}.
 * @param active Number of files that are being transferred, at least 0. Such as {@code 8}.
 * @param verifying Number of files that are being verified or placed, at least 0. Such as {@code 2}.
 * @param waiting Number of files that wait to be retried after an error, at least 0. Such as {@code 0}.
 * @param done Number of files that are in place and verified, at least 0. Such as {@code 1190}.
 * @param cancelled Number of files that were cancelled with the job, at least 0. Such as {@code 0}.
 */
public record FileCounts(
        long total,
        long pending,
        long active,
        long verifying,
        long waiting,
        long done,
        long skipped,
        long failed,
        long cancelled) {}
