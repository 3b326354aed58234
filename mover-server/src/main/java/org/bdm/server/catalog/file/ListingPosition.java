package org.bdm.server.catalog.file;

/**
 * The place at which the listing of a job resumes.
 *
 * @param nextItem number of the first item that was not begun
 * @param nextDirectory number for the next new directory
 * @param nextFile ordinal of the next file
 */
public record ListingPosition(int nextItem, int nextDirectory, int nextFile) {}
