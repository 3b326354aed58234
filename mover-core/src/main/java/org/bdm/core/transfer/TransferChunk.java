package org.bdm.core.transfer;

import java.util.List;

/**
 * Files that are leased, journaled and committed together: about 1,000 entries or 1 GiB.
 *
 * @param right to work on it; its number names the journal
 * @param entries in ascending order of file numbers
 */
public record TransferChunk(ChunkRight right, List<FileEntry> entries) {
    /** Copies the list. */
    public TransferChunk {
        entries = List.copyOf(entries);
    }

    /** A chunk that no other process can lease. */
    public TransferChunk(int chunk, List<FileEntry> entries) {
        this(ChunkRight.endless(chunk), entries);
    }

    /** Number within the job, from 0. */
    public int chunk() {
        return right.chunk();
    }
}
