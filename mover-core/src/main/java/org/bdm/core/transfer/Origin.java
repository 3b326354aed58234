package org.bdm.core.transfer;

/**
 * From where bytes of a file came.
 *
 * @param place {@code bdm://SITE/EXPORT}, or a data node as host, with its port if that is not the usual one
 * @param bytes that came from there in the attempt that ended the file; what an earlier run of the program brought is not counted
 */
public record Origin(String place, long bytes) {}
