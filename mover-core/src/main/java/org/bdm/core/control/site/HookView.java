package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Somebody whom the site tells of its events.
 *
 * @param name Name of the hook. Such as {@code night}.
 * @param target Where messages go. Such as {@code https://flow.example.org/bdm}.
 * @param events Kinds of events; * for all. Such as {@code [FAILED, SUCCEEDED]}.
 * @param labelStart Only events of jobs whose label begins so; null: events of all jobs and of the site. Such as {@code tas}.
 * @param createdBy Owner of the token of whoever made it. Such as {@code ann}.
 * @param deliveredEvent Id of the last event that was delivered, or is not wanted. Such as {@code 41}.
 * @param deliveredAt When something was delivered last; null: nothing was yet.
 * @param failures Tries that failed since the last delivery, at least 0. Such as {@code 0}.
 * @param nextAt When it is tried again; null: it does not wait.
 * @param failure Why the last try failed; null if it did not. Such as {@code flow.example.org answered 503}.
 * @param secret Key of the signature of messages to a web address, only in the answer that made the hook; null otherwise. Such as {@code
 * c2VjcmV0}.
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
