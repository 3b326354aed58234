package org.bdm.core.control;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A file that is not final yet.
 */
public record OpenFileView(
        String fileId,
        String destination,
        String state,
        int attempts,
        @Nullable String errorCode,
        @Nullable String errorText,
        @Nullable Instant waitingUntil) {}
