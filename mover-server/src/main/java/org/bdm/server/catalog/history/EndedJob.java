package org.bdm.server.catalog.history;

import java.util.List;

/**
 * A job in the history.
 *
 * @param parts by source and node; not empty
 */
public record EndedJob(JobTiming timing, List<TransferPart> parts) {
    /** Copies the list. */
    public EndedJob {
        parts = List.copyOf(parts);
    }
}
