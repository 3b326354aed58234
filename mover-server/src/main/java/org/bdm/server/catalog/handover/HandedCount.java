package org.bdm.server.catalog.handover;

/**
 * Files of a handover in one state.
 *
 * @param bytes sum of the sizes that are known
 */
public record HandedCount(HandedFileState state, long files, long bytes) {}
