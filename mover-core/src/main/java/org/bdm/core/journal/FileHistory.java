package org.bdm.core.journal;

import java.util.List;
import java.util.Optional;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileVersion;

/**
 * Records of the journal about one file after a crash or a pause.
 *
 * @param file the file
 * @param epoch its latest epoch; a new temporary file needs a higher one
 * @param inode of the temporary file of that epoch
 * @param source version that was being copied; empty for a piece of a pack, which is never resumed
 * @param durable blocks of the latest epoch that a mark covers, oldest first; they may overlap. Still to be checked by reading
 * @param bytesKept of the durable blocks, so many were copied from a file that was here, and did not come over the network
 * @param bytesReceived payload bytes of this file that arrived in all earlier runs and epochs, refused ones included
 * @param placing the last step before placing, if it was reached in the latest epoch
 */
public record FileHistory(
        FileId file,
        Epoch epoch,
        long inode,
        Optional<FileVersion> source,
        List<DurableBlock> durable,
        long bytesKept,
        long bytesReceived,
        Optional<JournalRecord.Placing> placing) {
    /** Copies the list. */
    public FileHistory {
        durable = List.copyOf(durable);
    }
}
