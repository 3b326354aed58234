package org.bdm.core.control.site;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes a hook.
 *
 * @param name lower-case letters, digits, {@code .}, {@code _} and {@code -}; at most 63
 * @param target {@code https://..}, {@code command:NAME} or {@code mailto:ADDRESS}
 * @param events kinds of events, or {@code *} alone; null or empty: the ends of jobs, and pauses
 * @param labelStart only events of jobs whose label begins so; null: all events
 */
public record CreateHook(
        String name,
        String target,
        @Nullable List<String> events,
        @Nullable String labelStart) {
    /** Refuses a message without name or target. */
    public CreateHook {
        Objects.requireNonNull(name, "name is missing");
        Objects.requireNonNull(target, "target is missing");
    }
}
