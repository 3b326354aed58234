package org.bdm.core.control.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A file that is not final yet.
 *
 * @param destination Where it goes, as an endpoint. Such as {@code bdm://south/in/CMIP6/tas.nc}.
 * @param state The state of the file. One of {@code FileState}.
 * @param attempts Number of attempts that ended, at least 0. Such as {@code 2}.
 * @param attemptsMax Number of attempts after which it fails; null if what it waits for never makes it fail. Such as {@code 8}.
 * @param since When it began to wait; null if it does not wait.
 * @param waitingUntil When it is tried again; null if no time is set.
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
