package org.bdm.core.control.link;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A measurement of a link to the site of this server.
 *
 * @param id such as {@code bench-3}
 * @param source name of a site
 * @param destination the site of this server
 * @param jobId of the job that makes it; null for one of an earlier version
 * @param mode {@code mem-mem}: neither end touches a disk; {@code disk-mem}: the source reads; {@code mem-disk}: the destination writes
 * @param state {@code RUNNING} from when it was asked for, {@code DONE} or {@code FAILED}
 * @param seconds that it took; null while it runs
 * @param bytes payload that came and was right; of what was written, that which was durable
 * @param bytesPerSecond mean over that time
 * @param streams most at once
 * @param limitedBy the stage that limited, as of jobs; null if nothing is known
 * @param limit the same with its numbers
 * @param disks what was read and written, in a sentence; null if nothing was
 * @param trouble why it failed; null if it did not
 * @param owner who asked for it
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
