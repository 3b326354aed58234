package org.bdm.core.control.job;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Compare two trees or files without moving anything.
 *
 * @param syncLevel as in a job; {@code mtime} when null
 */
public record CheckRequest(String a, String b, @Nullable String syncLevel) {
    /** Refuses a message that lacks what it cannot do without. */
    public CheckRequest {
        Objects.requireNonNull(a, "a is missing");
        Objects.requireNonNull(b, "b is missing");
    }
}
