package org.bdm.core.control.job;

/**
 * One entry in which two trees differ.
 *
 * @param path Path below both roots, percent-escaped. Such as {@code ssp585/tas.nc}.
 * @param kind How they differ. One of {@code DifferenceKind}.
 * @param text What differs, as a sentence. Such as {@code 43690133 bytes and 43690000 bytes}.
 */
public record DifferenceView(String path, String kind, String text) {}
