package org.bdm.server.job.estimate;

import org.jspecify.annotations.Nullable;

/**
 * The rest of a running job, and its speed now.
 *
 * @param source of its files; null if they come from several
 * @param files that have not ended
 * @param bytes of them that have not come yet
 * @param shareDone of its work, 0 to 1
 * @param bytesPerSecond over the last seconds; 0 if nothing came
 * @param filesPerSecond over the last seconds; 0 if none ended
 */
public record WorkLeft(
        @Nullable String source,
        long files,
        long bytes,
        double shareDone,
        double bytesPerSecond,
        double filesPerSecond) {}
