package org.bdm.server.dataset.replica;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file at an endpoint of Globus, as indexes write it: {@code globus:UUID/path} or {@code globus://UUID/path}.
 *
 * @param endpoint the UUID of the endpoint or collection
 * @param path absolute, on that endpoint
 */
public record GlobusPlace(String endpoint, String path) {
    private static final Pattern WRITTEN =
            Pattern.compile("(?i)globus:/{0,2}+([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(/.{1,2000})");

    /** Reads one; empty for what is none. */
    public static Optional<GlobusPlace> of(String written) {
        Matcher matcher = WRITTEN.matcher(written);
        if (!matcher.matches()) return Optional.empty();
        String path = matcher.group(2).replaceAll("/{2,}", "/");
        return Optional.of(new GlobusPlace(matcher.group(1).toLowerCase(java.util.Locale.ROOT), path));
    }

    /** Names a place outside of HTTP for a person. */
    static String shown(String written) {
        return of(written)
                .map(place -> "Globus endpoint " + place.endpoint() + ", path " + place.path())
                .orElse(written);
    }
}
