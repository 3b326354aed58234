package org.bdm.core.control.site;

/**
 * Resource limits of a server.
 *
 * @param heapBytes heap of its JVM
 * @param directBytes memory outside the heap, block cache included
 * @param cacheBytes block cache
 * @param openFiles file descriptors
 */
public record ProcessLimitsView(long heapBytes, long directBytes, long cacheBytes, long openFiles) {}
