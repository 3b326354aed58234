package org.bdm.server.catalog.site;

import org.jspecify.annotations.Nullable;

/**
 * A change of a user; null leaves what is there.
 *
 * @param checkedHash the hash that has to be stored still, for who proved his password; null for an administrator
 * @param shownName empty takes it away
 * @param email empty takes it away
 */
public record UserChange(
        @Nullable String checkedHash,
        @Nullable String passwordHash,
        @Nullable String role,
        @Nullable Boolean disabled,
        @Nullable String shownName,
        @Nullable String email) {
    /** A new password for who proved the old one. */
    public static UserChange ofPassword(String checkedHash, String passwordHash) {
        return new UserChange(checkedHash, passwordHash, null, null, null, null);
    }

    /** True if everything that the user holds has to end. */
    boolean endsSessions(User before) {
        return passwordHash != null || (disabled != null && disabled != before.isDisabled());
    }

    /** Returns the user with the changes, but for the times. */
    User applied(User before) {
        return new User(
                before.number(),
                before.name(),
                passwordHash == null ? before.passwordHash() : passwordHash,
                role == null ? before.role() : role,
                shownName == null ? before.shownName() : shownName,
                email == null ? before.email() : email,
                disabled == null ? before.isDisabled() : disabled,
                before.createdAt(),
                before.passwordChangedAt());
    }
}
