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
 * @param text why it was kept; empty otherwise
 */
public record PurgeFile(
        long number,
        int dataset,
        ExportName export,
        StorePath path,
        long size,
        Instant modified,
        PurgeOutcome outcome,
        String text) {
    /** The same with what became of it. */
    public PurgeFile ended(PurgeOutcome as, String why) {
        return new PurgeFile(number, dataset, export, path, size, modified, as, why);
    }
}
