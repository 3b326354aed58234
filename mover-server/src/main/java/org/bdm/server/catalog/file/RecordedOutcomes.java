package org.bdm.server.catalog.file;

import java.util.Set;
import org.bdm.core.id.FileId;

/**
 * The changes made by a group of outcomes.
 *
 * @param recorded how many were new
 * @param alreadyFinal files that had ended before, and stay as they were
 */
public record RecordedOutcomes(int recorded, Set<FileId> alreadyFinal) {
    /** Copies the set. */
    public RecordedOutcomes {
        alreadyFinal = Set.copyOf(alreadyFinal);
    }
}
