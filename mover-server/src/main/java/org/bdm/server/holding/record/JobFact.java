package org.bdm.server.holding.record;

import org.bdm.server.catalog.holding.Holding;
import org.jspecify.annotations.Nullable;

/**
 * One file of a job, as the job delivered or found it, beside what is held at its place now. The first is a fact and never changes.
 *
 * @param ofJob size, time and digests as the job has them
 * @param isDelivered whether the job wrote it, or compared its bytes; false if it found the file by name, size or time
 * @param now what is held at its place; null for nothing
 * @param difference what became of it since, in a few words; null if it is still the file of the job, as far as anybody looked
 */
public record JobFact(
        Holding ofJob,
        boolean isDelivered,
        @Nullable Holding now,
        @Nullable String difference) {}
