package org.bdm.core.control.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to transfer a file.
 *
 * @param number Number of the attempt, 1 for the first. The attempt of a cancelled file that was cut short, or never began, comes last.
 * Such as {@code 2}.
 * @param started When it began; null for one that was cut short.
 * @param ended When it ended; null if it did not.
 * @param source Name of the site that was read from; 'data nodes' if it could be any of several. Such as {@code north}.
 * @param bytes Bytes that came over the network in this attempt, at least 0. Such as {@code 1048576}.
 * @param outcome How it ended. One of {@code AttemptOutcome}.
 * @param code Error code; null for an attempt that did not fail. Such as {@code CONNECTION_LOST}.
 * @param text What happened, as a sentence; null for nothing. Such as {@code the connection to north was lost}.
 */
public record AttemptView(
        int number,
        @Nullable Instant started,
        @Nullable Instant ended,
        String source,
        long bytes,
        String outcome,
        @Nullable String code,
        @Nullable String text) {}
