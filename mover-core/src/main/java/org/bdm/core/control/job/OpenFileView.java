package org.bdm.core.control.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A file that is not final yet.
 *
 * @param attempts runs that have ended
 * @param attemptsMax runs after which it fails; null if what it waits for never makes it fail
 * @param since when it began to wait
 * @param waitingUntil when it is tried again
 */
public record OpenFileView(
        String fileId,
        String destination,
        String state,
        int attempts,
        @Nullable Integer attemptsMax,
        @Nullable String errorCode,
        @Nullable String errorText,
        @Nullable Instant since,
        @Nullable Instant waitingUntil) {}
