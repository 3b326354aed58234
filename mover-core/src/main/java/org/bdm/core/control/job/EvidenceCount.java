package org.bdm.core.control.job;

/**
 * Number of files that ended with one level of evidence.
 *
 * @param level How the content was verified. One of {@code Evidence}.
 * @param files Number of files with this evidence, at least 1. Such as {@code 1200}.
 */
public record EvidenceCount(String level, long files) {}
