package org.bdm.core.control.job;

/**
 * One entry in which two trees differ.
 *
 * @param path below both roots, percent-escaped
 * @param kind {@code DIFFERENT}, {@code ONLY_IN_A} or {@code ONLY_IN_B}
 * @param text what differs
 */
public record DifferenceView(String path, String kind, String text) {}
