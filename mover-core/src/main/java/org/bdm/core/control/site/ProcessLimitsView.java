package org.bdm.core.control.site;

/**
 * Resource limits of a server process.
 *
 * @param heapBytes Bytes of the Java heap, at least 0. Such as {@code 1073741824}.
 * @param directBytes Bytes of memory outside the heap, block cache included, at least 0. Such as {@code 2147483648}.
 * @param cacheBytes Bytes of the block cache, at least 0. Such as {@code 1610612736}.
 * @param openFiles Number of file descriptors, at least 0. Such as {@code 65536}.
 */
public record ProcessLimitsView(long heapBytes, long directBytes, long cacheBytes, long openFiles) {}
