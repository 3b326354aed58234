package org.bdm.server.catalog.hook;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Somebody whom the site tells of its events.
 *
 * @param target a web address, {@code command:NAME}, or {@code mailto:ADDRESS}
 * @param events codes of events; {@link #ALL_EVENTS} alone for all
 * @param labelStart only events of jobs whose label begins so; empty for all events
 * @param secret of the signature of a web address; empty for other targets
 */
public record Hook(
        String name,
        String target,
        Set<String> events,
        String labelStart,
        String secret,
        String createdBy,
        Instant createdAt,
        Progress progress) {
    /** Stands for every event. */
    public static final String ALL_EVENTS = "*";

    /** Copies the set. */
    public Hook {
        events = Set.copyOf(events);
    }

    /** True if it wants events of this code. */
    public boolean wants(String code) {
        return events.contains(ALL_EVENTS) || events.contains(code);
    }

    /**
     * The deliveries until now.
     *
     * @param event number of the last event that was delivered, or is not wanted; all before it too
     * @param deliveredAt when something was delivered last
     * @param failures tries since then that failed
     * @param failingSince when the first of these was; null without one
     * @param nextAt not tried before; null: at once
     * @param failure a sentence of the last failure; empty without one
     */
    public record Progress(
            long event,
            @Nullable Instant deliveredAt,
            int failures,
            @Nullable Instant failingSince,
            @Nullable Instant failedAt,
            @Nullable Instant nextAt,
            String failure) {
        /** Nothing was delivered yet. */
        public static final Progress NONE = new Progress(0, null, 0, null, null, null, "");
    }
}
