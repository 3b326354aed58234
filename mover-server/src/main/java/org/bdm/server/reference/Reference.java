package org.bdm.server.reference;

/** The place of the bytes of a chunk. */
public sealed interface Reference {
    /**
     * A part of a file.
     *
     * @param file its place in {@link ReferenceSet#files}
     */
    record Part(int file, long offset, long bytes) implements Reference {}

    /** In the set itself. */
    @SuppressWarnings("ArrayRecordComponent") // changed by nobody
    record Inline(byte[] bytes) implements Reference {}
}
