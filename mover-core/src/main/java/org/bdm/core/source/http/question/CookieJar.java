package org.bdm.core.source.http.question;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bdm.core.source.http.node.HttpOrigin;

/**
 * The cookies that redirects of one question set: some nodes redirect to the same address until a cookie comes back. They are sent to the
 * origin that set them, and forgotten with the question. Belongs to its event loop.
 */
final class CookieJar {
    private static final int COOKIES_MAX = 16;
    private static final int CHARS_MAX = 4096;
    private static final Pattern PAIR = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+=[\\x21-\\x3A\\x3C-\\x7E]*");

    private final Map<HttpOrigin, Map<String, String>> byOrigin = new LinkedHashMap<>();

    /** Keeps what an answer sets; what is too much, or is not a cookie, is left out. */
    void take(URI from, List<String> fields) {
        if (fields.isEmpty()) return;
        Map<String, String> ours = byOrigin.computeIfAbsent(HttpOrigin.of(from), absent -> new LinkedHashMap<>());
        for (String field : fields) {
            String pair = field.split(";", 2)[0].strip();
            if (pair.length() > CHARS_MAX || !PAIR.matcher(pair).matches()) continue;
            String name = pair.substring(0, pair.indexOf('='));
            if (isEnded(field)) ours.remove(name);
            else if (ours.containsKey(name) || ours.size() < COOKIES_MAX) ours.put(name, pair);
        }
    }

    private static boolean isEnded(String field) {
        return field.toLowerCase(Locale.ROOT).replace(" ", "").contains(";max-age=0");
    }

    /** The value of the field for a request to this address; empty if there is no cookie for it. */
    Optional<String> fieldFor(URI to) {
        Map<String, String> ours = byOrigin.getOrDefault(HttpOrigin.of(to), Map.of());
        return ours.isEmpty()
                ? Optional.empty()
                : Optional.of(ours.values().stream().collect(Collectors.joining("; ")));
    }
}
