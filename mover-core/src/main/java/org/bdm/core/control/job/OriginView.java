package org.bdm.core.control.job;

/**
 * The origin of bytes of a file.
 *
 * @param place bdm://SITE/EXPORT, or the host of a data node; after http:// if TLS was published and left out. Such as {@code
 * bdm://north/data}.
 * @param bytes Bytes that came from there in the attempt that ended the file, at least 0. Such as {@code 43690133}.
 */
public record OriginView(String place, long bytes) {}
