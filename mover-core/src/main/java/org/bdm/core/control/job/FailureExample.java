package org.bdm.core.control.job;

/**
 * One failed file, by where it should have gone.
 */
public record FailureExample(String destination, String text) {}
