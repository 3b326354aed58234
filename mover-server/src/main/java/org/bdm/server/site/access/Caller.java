package org.bdm.server.site.access;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.job.SiteOwner;

/**
 * The caller of a request, proved by a token.
 *
 * @param token number of the token
 * @param owner who holds it: the owner of the jobs that are submitted with it
 * @param roles what it gives
 * @param tokenSha256 to ask later whether the token is still valid; not the secret
 */
public record Caller(long token, String owner, Set<Role> roles, Checksum tokenSha256) {
    /** Begins the owners of jobs that another site passed on: {@code site:NAME/PERSON}. */
    public static final String OF_SITE = SiteOwner.BEGINNING;

    /** Begins the names of people whom the issuer of the site named. */
    public static final String OF_ISSUER = "oidc:";

    private static final List<String> RESERVED_BEGINNINGS = List.of(OF_SITE, OF_ISSUER, "site ");
    private static final Set<String> RESERVED = Set.of("offline", "unknown", "upkeep", "nobody");

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

    /**
     * Refuses a name for a token that would be taken for somebody whom another authority vouches for, and so own what is theirs, or for one
     * of the actors of the audit log that are no persons; INVALID_REQUEST.
     */
    public static void refuseReserved(String name) {
        String read = name.strip().toLowerCase(Locale.ROOT);
        boolean isOfOthers = RESERVED_BEGINNINGS.stream().anyMatch(read::startsWith);
        if (!isOfOthers && !RESERVED.contains(read)) return;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "name: '" + name + "' "
                        + (isOfOthers
                                ? "begins as the names of people of other sites do, or of the issuer"
                                : "is reserved")
                        + "; choose another");
    }
}
