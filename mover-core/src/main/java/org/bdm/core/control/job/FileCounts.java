package org.bdm.core.control.job;

/**
 * Files per state; at every moment all but {@code total} sum up to {@code total}.
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
