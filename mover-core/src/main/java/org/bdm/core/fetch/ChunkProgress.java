package org.bdm.core.fetch;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.TransferChunk;

/** One chunk of a session: its journal, how many of its files have not ended, and which ends have not been told. Owner only. */
final class ChunkProgress {
    final int number;
    final TransferJournal journal;
    final List<FileProgress> files = new ArrayList<>();
    List<FileOutcome> untold = new ArrayList<>();
    int filesOpen;
    boolean hasWaiting;
    boolean isEndTold;

    ChunkProgress(TransferChunk chunk, TransferJournal journal) {
        this.number = chunk.chunk();
        this.journal = journal;
        this.filesOpen = chunk.entries().size();
    }
}
