package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Somebody whom the site tells of its events.
 *
 * @param events kinds of events; {@code *} for all
 * @param labelStart null: events of all jobs and of the site
 * @param deliveredEvent the last event that was delivered, or is not wanted; the id of {@code /events}
 * @param deliveredAt null: nothing was delivered yet
 * @param failures tries that failed since the last delivery
 * @param nextAt null: it does not wait
 * @param failure why the last try failed; null if it did not
 * @param secret with which messages to a web address are signed; only in the answer that made the hook
 */
public record HookView(
        String name,
        String target,
        List<String> events,
        @Nullable String labelStart,
        String createdBy,
        Instant createdAt,
        String deliveredEvent,
        @Nullable Instant deliveredAt,
        int failures,
        @Nullable Instant nextAt,
        @Nullable String failure,
        @Nullable String secret) {}
