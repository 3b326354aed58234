package org.bdm.client;

import org.jspecify.annotations.Nullable;

/** Which lines of the audit log are wanted; null wants any. */
public record AuditSelection(
        @Nullable String who,
        @Nullable String action,
        @Nullable String object,
        @Nullable String result,
        @Nullable String since,
        @Nullable String until) {}
