package org.bdm.core.control.job;

/**
 * Bytes of a job.
 *
 * @param total of all files known so far
 * @param moved received from the network, each byte once
 * @param durable safely on disk at the destination
 * @param skipped of files that were there already
 * @param failed of files that failed
 * @param resent received again after a loss; not in {@code moved}
 */
public record ByteCounts(long total, long moved, long durable, long skipped, long failed, long resent) {}
