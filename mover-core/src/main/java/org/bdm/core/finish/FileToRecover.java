package org.bdm.core.finish;

import org.bdm.core.journal.JournalRecord;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.ChunkRight;

/**
 * A file that an earlier run was about to place.
 *
 * @param placing from the {@link org.bdm.core.journal.FileHistory}
 * @param destination final path below the export
 * @param right to its chunk
 */
public record FileToRecover(JournalRecord.Placing placing, StorePath destination, ChunkRight right) {}
