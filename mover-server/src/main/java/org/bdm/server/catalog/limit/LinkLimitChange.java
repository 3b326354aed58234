package org.bdm.server.catalog.limit;

import org.jspecify.annotations.Nullable;

/**
 * A change of the limit of one link; null leaves a part as it is.
 *
 * @param bytesPerSecondMax 0 removes it
 * @param streamsMax 0 removes it
 * @param filesMax 0 removes it
 * @param changedBy who changes it
 */
public record LinkLimitChange(
        String source,
        @Nullable Long bytesPerSecondMax,
        @Nullable Integer streamsMax,
        @Nullable Integer filesMax,
        @Nullable String note,
        String changedBy) {}
