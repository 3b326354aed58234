package org.bdm.core.control.link;

import org.jspecify.annotations.Nullable;

/**
 * A measurement that is wanted.
 *
 * @param mode What it works with at the source and at the destination; null means mem-mem. One of {@code BenchMode}.
 * @param seconds Length in seconds, 1 to 300; null means 10. Within {@code 1..300}. Such as {@code 10}.
 * @param export Name of the export here that is written to, for modes that end in -disk; null means the writable one with the most room.
 * Such as {@code in}.
 * @param source Name of the site that sends; null where the path of the request names it. Such as {@code north}.
 */
public record StartBench(
        @Nullable String mode,
        @Nullable Integer seconds,
        @Nullable String export,
        @Nullable String source) {}
