package org.bdm.core.finish;

import org.bdm.core.journal.JournalRecord;
import org.bdm.core.store.StorePath;

/**
 * A file that an earlier run was about to place.
 *
 * @param placing from the {@link org.bdm.core.journal.FileHistory}
 * @param destination final path below the export
 */
public record FileToRecover(JournalRecord.Placing placing, StorePath destination) {}
