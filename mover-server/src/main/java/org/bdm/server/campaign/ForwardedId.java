package org.bdm.server.campaign;

import java.util.Optional;
import org.bdm.core.id.SiteName;

/**
 * The id of a job at another site: {@code SITE:job-7}.
 *
 * @param site which has it
 * @param job its id there
 */
public record ForwardedId(SiteName site, String job) {
    private static final int LENGTH_MAX = 100;

    /** Reads an id; empty for one of this site. */
    public static Optional<ForwardedId> of(String id) {
        int colon = id.indexOf(':');
        if (colon < 1 || id.length() > LENGTH_MAX) return Optional.empty();
        try {
            return Optional.of(new ForwardedId(new SiteName(id.substring(0, colon)), id.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return site + ":" + job;
    }
}
