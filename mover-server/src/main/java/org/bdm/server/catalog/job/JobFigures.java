package org.bdm.server.catalog.job;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.bdm.server.catalog.db.Amount;
import org.jspecify.annotations.Nullable;

/**
 * All jobs of the site in numbers.
 *
 * @param byState jobs in each state that users are shown; deleted ones are not counted
 * @param pausedByReason PAUSED jobs by the code of their reason
 * @param oldestWaitingAt when the oldest job that waits for its turn was submitted; null if none waits
 * @param open files of jobs that have not ended, and that have not ended themselves, with the sum of their sizes
 * @param waitingFiles those of them that are tried again later, after an error
 */
public record JobFigures(
        Map<JobState, Long> byState,
        Map<String, Long> pausedByReason,
        @Nullable Instant oldestWaitingAt,
        Amount open,
        long waitingFiles) {
    /** Copies the maps. */
    public JobFigures {
        byState = Collections.unmodifiableMap(new EnumMap<>(byState));
        pausedByReason = Map.copyOf(pausedByReason);
    }
}
