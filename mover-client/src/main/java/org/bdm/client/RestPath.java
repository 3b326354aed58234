package org.bdm.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A route below {@code /api/v1}, with everything that came from outside escaped.
 *
 * @param text begins with a slash
 */
record RestPath(String text) {

    /** Alternating: fixed parts as they are, and one escaped segment for every {@code {}} in the template. */
    static RestPath of(String template, String... segments) {
        String text = template;
        for (String segment : segments) {
            int place = text.indexOf("{}");
            text = text.substring(0, place) + escaped(segment) + text.substring(place + 2);
        }
        return new RestPath(text);
    }

    /** The entries of a directory. */
    static RestPath ofEntries(ExportPath directory) {
        return of("/exports/{}/entries", directory.export())
                .with("site", directory.site())
                .with("path", directory.path());
    }

    /** The same with a parameter; null leaves it away. */
    RestPath with(String name, @Nullable Object value) {
        if (value == null) return this;
        String separator = text.indexOf('?') < 0 ? "?" : "&";
        return new RestPath(text + separator + name + "=" + escaped(value.toString()));
    }

    /** A name of a parameter that came from outside. */
    static String name(String text) {
        return escaped(text);
    }

    private static String escaped(String value) {
        // A form encodes a blank as '+', a path does not; a segment of dots alone would be taken for a step upwards.
        String escaped = URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
        return value.matches("\\.+") ? value.replace(".", "%2E") : escaped;
    }
}
