package org.bdm.core.control.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to transfer a file.
 *
 * @param number 1 for the first; of a file that was cancelled, the attempt that was cut short or never began comes last
 * @param started of an attempt that was cut short: null
 * @param source name of the site that was read from; {@code data nodes} if it could be any of several
 * @param bytes that came over the network in this attempt
 * @param outcome {@code FAILED}, {@code TIMED_OUT} when the other side did not answer, {@code CANCELLED_BY_USER}, {@code CANCELLED_BY_SYSTEM}, {@code DONE} or {@code SKIPPED_SAME}
 * @param code error code; null of an attempt that did not fail
 * @param text sentence for a person
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
