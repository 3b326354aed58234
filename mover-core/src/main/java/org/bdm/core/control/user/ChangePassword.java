package org.bdm.core.control.user;

import java.util.Objects;

/**
 * Changes the password of the caller.
 *
 * @param newPassword 12 to 1,024 characters
 */
public record ChangePassword(String oldPassword, String newPassword) {
    /** Refuses a message without one of them. */
    public ChangePassword {
        Objects.requireNonNull(oldPassword, "oldPassword is missing");
        Objects.requireNonNull(newPassword, "newPassword is missing");
    }

    /** Nothing secret. */
    @Override
    public String toString() {
        return "ChangePassword[]";
    }
}
