package org.bdm.core.store;

/**
 * The room that a file occupies on disk.
 *
 * @param size in bytes, as its status says
 * @param allocatedBytes bytes of the blocks that the file system counts for it (st_blocks); may be more or less than the size
 * @param hasData whether the file system knows any data in it (SEEK_DATA); true where it does not tell
 */
public record Allocation(long size, long allocatedBytes, boolean hasData) {}
