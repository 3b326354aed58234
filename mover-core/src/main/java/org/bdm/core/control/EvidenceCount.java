package org.bdm.core.control;

/**
 * How many files ended with one level of evidence.
 */
public record EvidenceCount(String level, long files) {}
