package org.bdm.core.netcdf;

/**
 * A chunk that is in the file.
 *
 * @param index its place in the grid of chunks, in row-major order
 * @param offset of its first byte in the file
 * @param bytes its size in the file
 * @param filterMask bit n: filter n of the pipeline was not applied
 */
public record Chunk(long index, long offset, long bytes, int filterMask) {}
