package org.bdm.core.control.user;

import java.util.Objects;

/**
 * Changes the password of the caller.
 *
 * @param oldPassword The password until now. Such as {@code correct horse battery staple}.
 * @param newPassword 12 to 1,024 characters. Such as {@code an even longer sentence}.
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
