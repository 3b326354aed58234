package org.bdm.core.control.link;

import org.jspecify.annotations.Nullable;

/**
 * A measurement that is wanted.
 *
 * @param mode {@code mem-mem}, which is also what null means, {@code disk-mem}, {@code mem-disk} or {@code disk-disk}
 * @param seconds 1 to 300; null means 10
 * @param export at the destination, to be written to; null means the writable one with the most room
 * @param source of a job: name of the site that sends; null where the path of the request names it
 */
public record StartBench(
        @Nullable String mode,
        @Nullable Integer seconds,
        @Nullable String export,
        @Nullable String source) {}
