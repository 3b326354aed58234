package org.bdm.server.catalog.removal;

import java.time.Instant;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;

/**
 * One file in a plan of removal.
 *
 * @param number from 1, by dataset
 * @param dataset ordinal of its dataset in the plan
 * @param size bytes, when the plan was made
 * @param modified mtime then
 * @param text why it was kept, or what else there is to say; empty otherwise
 * @param inode of an object, the number that stands for its ETag, as in {@link org.bdm.core.store.FileVersion}; 0 if that is not known. Of a
 *     file of a directory it is not compared
 */
public record PurgeFile(
        long number,
        int dataset,
        ExportName export,
        StorePath path,
        long size,
        Instant modified,
        PurgeOutcome outcome,
        String text,
        long inode) {
    /** The same with what became of it. */
    public PurgeFile ended(PurgeOutcome as, String why) {
        return new PurgeFile(number, dataset, export, path, size, modified, as, why, inode);
    }
}
