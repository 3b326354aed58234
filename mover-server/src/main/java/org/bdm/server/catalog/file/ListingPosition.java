package org.bdm.server.catalog.file;

/**
 * Where the listing of a job goes on.
 *
 * @param nextItem number of the first item that was not begun
 * @param nextDirectory number for the next new directory
 * @param nextFile ordinal of the next file
 */
public record ListingPosition(int nextItem, int nextDirectory, int nextFile) {}
