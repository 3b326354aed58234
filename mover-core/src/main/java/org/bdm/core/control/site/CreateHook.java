package org.bdm.core.control.site;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes a hook.
 *
 * @param name Lower-case letters, digits, '.', '_' and '-'; at most 63. Such as {@code night}.
 * @param target https://HOST/PATH, command:NAME of the settings of the server, or mailto:ADDRESS. Such as {@code
 * https://flow.example.org/bdm}.
 * @param events Kinds of events, or * alone; null or empty: ends of jobs, and pauses. Such as {@code [SUCCEEDED, FAILED]}.
 * @param labelStart Only events of jobs whose label begins so; null: all events. Such as {@code tas}.
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
