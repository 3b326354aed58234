package org.bdm.core.control.link;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A measurement of a link to the site of this server.
 *
 * @param id Id of the measurement. Such as {@code bench-3}.
 * @param jobId Id of the job that makes it; null for one of an earlier version. Such as {@code job-12}.
 * @param source Name of the site that sends. Such as {@code north}.
 * @param destination Name of the site of this server. Such as {@code south}.
 * @param mode What it works with at the source and at the destination. One of {@code BenchMode}.
 * @param state How far it is. One of {@code BenchState}.
 * @param beganAt When it began; before, when it was asked for.
 * @param seconds How long it took, in seconds; null while it runs. Such as {@code 10.0}.
 * @param bytes Payload bytes that arrived and were right, at least 0; of what was written, those that were durable. Such as {@code
 * 11500000000}.
 * @param bytesPerSecond Mean over that time, in bytes per second, at least 0. Such as {@code 1150000000}.
 * @param streams Largest number of data streams at once, at least 0. Such as {@code 8}.
 * @param limitedBy The stage that limited, in words as of jobs; null if nothing is known. Such as {@code network}.
 * @param limit The same with its numbers, as a sentence; null if nothing is known. Such as {@code limited by the network: it takes 9.2
 * Gbit/s}.
 * @param disks What was read and written, and whether it can have come from the page cache; null for mem-mem. Such as {@code The source
 * reads 12 existing files, 34.5 GiB, of data, dropped from the page cache before each time.}.
 * @param trouble Why it failed; null if it did not. Such as {@code site 'north' does not answer}.
 * @param owner Owner of the token of whoever asked for it. Such as {@code ann}.
 */
public record BenchView(
        String id,
        @Nullable String jobId,
        String source,
        String destination,
        String mode,
        String state,
        Instant beganAt,
        @Nullable Double seconds,
        long bytes,
        long bytesPerSecond,
        int streams,
        @Nullable String limitedBy,
        @Nullable String limit,
        @Nullable String disks,
        @Nullable String trouble,
        String owner) {}
