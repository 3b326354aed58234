package org.bdm.core.control;

/**
 * One failed file, by where it should have gone.
 */
public record FailureExample(String destination, String text) {}
