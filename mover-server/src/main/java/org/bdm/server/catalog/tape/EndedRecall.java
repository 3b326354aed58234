package org.bdm.server.catalog.tape;

/**
 * A file from tape that no job waits for any more.
 *
 * @param isVerified whether every file that waited for it is DONE: its bytes are verified and on stable storage
 */
public record EndedRecall(TapeRecall recall, boolean isVerified) {}
