package org.bdm.server.site.access;

import java.util.Set;
import org.bdm.core.checksum.Checksum;

/**
 * The caller of a request, proved by a token.
 *
 * @param token number of the token
 * @param owner who holds it: the owner of the jobs that are submitted with it
 * @param roles what it gives
 * @param tokenSha256 to ask later whether the token is still valid; not the secret
 */
public record Caller(long token, String owner, Set<Role> roles, Checksum tokenSha256) {
    /** Copies the set. */
    public Caller {
        roles = Set.copyOf(roles);
    }

    /** Names the token: what it takes is counted under this. */
    public String name() {
        return "token-" + token;
    }

    /** True if one of the roles includes this one. */
    public boolean may(Role needed) {
        return roles.stream().anyMatch(role -> role.includes(needed));
    }
}
