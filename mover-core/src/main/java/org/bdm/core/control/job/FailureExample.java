package org.bdm.core.control.job;

/**
 * One failed file.
 *
 * @param destination Where the file should have gone, as an endpoint. Such as {@code bdm://south/in/CMIP6/tas.nc}.
 * @param text The error as a sentence. Such as {@code the content does not match the expected digest}.
 */
public record FailureExample(String destination, String text) {}
