package org.bdm.core.control.job;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Two trees or files to compare; nothing is moved.
 *
 * @param a Endpoint of the first. Such as {@code bdm://north/data/CMIP6}.
 * @param b Endpoint of the second. Such as {@code bdm://south/in/CMIP6}.
 * @param syncLevel What is compared: names, also sizes, also times (default), or contents; null means mtime. One of {@code SyncLevel}.
 */
public record CheckRequest(String a, String b, @Nullable String syncLevel) {
    /** Refuses a message that lacks what it cannot do without. */
    public CheckRequest {
        Objects.requireNonNull(a, "a is missing");
        Objects.requireNonNull(b, "b is missing");
    }
}
