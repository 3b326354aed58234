package org.bdm.server.catalog.site;

import java.time.Instant;

/**
 * A person who logs in with a password.
 *
 * @param number 0 before it is stored
 * @param name the owner of the jobs, as of a token; never given twice
 * @param passwordHash PHC string of Argon2id
 * @param role upper-case name, judged by {@code access}
 * @param shownName for people; empty for none
 * @param email empty for none
 */
public record User(
        long number,
        String name,
        String passwordHash,
        String role,
        String shownName,
        String email,
        boolean isDisabled,
        Instant createdAt,
        Instant passwordChangedAt) {
    /** Everything but the hash. */
    @Override
    public String toString() {
        return "User[" + name + ", " + role + (isDisabled ? ", disabled]" : "]");
    }
}
