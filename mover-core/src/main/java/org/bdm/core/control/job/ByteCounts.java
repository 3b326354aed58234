package org.bdm.core.control.job;

/**
 * Bytes of a job.
 *
 * @param total Bytes of all files that are known so far, at least 0; a lower bound until the listing is complete. Such as {@code
 * 52428800000}.
 * @param moved Bytes received from the network, each counted once, at least 0. Such as {@code 20971520000}.
 * @param durable Bytes that are safely on disk at the destination, at least 0. Such as {@code 20447232000}.
 * @param skipped Bytes of files that were the same at the destination already, at least 0. Such as {@code 1048576}.
 * @param failed Bytes of files that failed, at least 0. Such as {@code 0}.
 * @param resent Bytes received again after a loss, at least 0; not counted in moved. Such as {@code 0}.
 */
public record ByteCounts(long total, long moved, long durable, long skipped, long failed, long resent) {}
