package org.bdm.core.control.user;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A person who logs in with a password.
 *
 * @param shownName null: none
 * @param email null: none
 */
public record UserView(
        String name,
        String role,
        @Nullable String shownName,
        @Nullable String email,
        boolean disabled,
        Instant createdAt,
        Instant passwordChangedAt) {}
