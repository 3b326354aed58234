package org.bdm.core.store;

/**
 * Room for files on one file system.
 *
 * @param device tells file systems apart, while they are mounted
 * @param freeBytes that may still be written there, as statvfs tells an ordinary user
 */
public record Room(long device, long freeBytes) {}
