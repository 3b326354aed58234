package org.bdm.core.control.job;

import java.util.List;
import java.util.Objects;
import org.bdm.core.control.DigestValue;
import org.jspecify.annotations.Nullable;

/**
 * One source and where it goes: a tree if recursive, else one file.
 *
 * @param source Endpoint to read; names that are not plain ASCII are percent-escaped byte by byte. Such as {@code bdm://north/data/CMIP6}.
 * @param destination Endpoint to write, at the site that is asked. Such as {@code bdm://south/in/CMIP6}.
 * @param recursive True for a tree; null means false.
 * @param size Expected size in bytes, at least 0; null if it is not known. Within {@code 0..}. Such as {@code 43690133}.
 * @param digests Expected digests of the content; empty if none is known.
 */
public record JobItem(
        String source,
        String destination,
        @Nullable Boolean recursive,
        @Nullable Long size,
        List<DigestValue> digests) {
    /** Refuses a message that lacks what it cannot do without; an absent list is an empty one. */
    public JobItem {
        Objects.requireNonNull(source, "source is missing");
        Objects.requireNonNull(destination, "destination is missing");
        digests = digests == null ? List.of() : List.copyOf(digests);
    }
}
