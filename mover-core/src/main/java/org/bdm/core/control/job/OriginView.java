package org.bdm.core.control.job;

/**
 * From where bytes of a file came.
 *
 * @param place {@code bdm://SITE/EXPORT}, or a data node; after {@code http://} if TLS was published and left out
 * @param bytes that came from there in the attempt that ended the file
 */
public record OriginView(String place, long bytes) {}
