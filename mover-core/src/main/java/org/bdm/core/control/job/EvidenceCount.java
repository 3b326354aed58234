package org.bdm.core.control.job;

/**
 * Number of files that ended with one level of evidence.
 */
public record EvidenceCount(String level, long files) {}
