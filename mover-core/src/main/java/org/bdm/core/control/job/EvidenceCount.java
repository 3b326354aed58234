package org.bdm.core.control.job;

/**
 * How many files ended with one level of evidence.
 */
public record EvidenceCount(String level, long files) {}
