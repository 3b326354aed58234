package org.bdm.core.control.job;

import java.util.List;
import java.util.Objects;
import org.bdm.core.control.DigestValue;
import org.jspecify.annotations.Nullable;

/**
 * One source and where it goes: a tree when recursive, else one file.
 *
 * @param source endpoint; names that are not plain ASCII are percent-escaped byte by byte
 * @param destination endpoint at the site that is asked
 * @param recursive null means false
 * @param size expected bytes, at least 0; null when not known
 * @param digests what the content is expected to have
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
