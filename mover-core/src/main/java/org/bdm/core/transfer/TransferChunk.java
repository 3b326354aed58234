package org.bdm.core.transfer;

import java.util.List;

/**
 * Files that are claimed, journaled and committed together: about 1,000 entries or 1 GiB.
 *
 * @param chunk number within the job, from 0; names the journal
 * @param entries in ascending order of file numbers
 */
public record TransferChunk(int chunk, List<FileEntry> entries) {
    /** Copies the list. */
    public TransferChunk {
        entries = List.copyOf(entries);
    }
}
