package org.bdm.server.site.serving;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a request that reads a file, in the order of RFC 9110, section 13.2.2. Spring evaluates If-Match for changes only.
 *
 * <pre>
 *   If-Match             --no match-----&gt; FAILED
 *   or, without it, If-Unmodified-Since  --changed since--&gt; FAILED
 *   If-None-Match        --a match------&gt; NOT_MODIFIED
 *   or, without it, If-Modified-Since    --not since------&gt; NOT_MODIFIED
 *   else                                                    MET
 * </pre>
 */
final class AskedConditions {
    private static final Pattern ENTITY_TAG = Pattern.compile("(?:W/)?+\"[^\"]*+\"");
    private static final String ANY = "*";
    private static final String WEAK = "W/";

    /** Outcomes for the request. */
    enum Outcome {
        MET,
        NOT_MODIFIED,
        FAILED
    }

    private final HttpServletRequest request;
    private final ServedValidators validators;

    private AskedConditions(HttpServletRequest request, ServedValidators validators) {
        this.request = request;
        this.validators = validators;
    }

    /** Evaluates the conditions of a GET or HEAD for a file with these validators. */
    static Outcome outcome(HttpServletRequest request, ServedValidators validators) {
        AskedConditions conditions = new AskedConditions(request, validators);
        if (conditions.isContentUnexpected()) return Outcome.FAILED;
        return conditions.hasCallerTheContent() ? Outcome.NOT_MODIFIED : Outcome.MET;
    }

    /** Returns the value of a field, its lines joined as one list (section 5.3); null if there is none. */
    static @Nullable String field(HttpServletRequest request, String name) {
        List<String> lines = Collections.list(request.getHeaders(name));
        return lines.isEmpty() ? null : String.join(", ", lines);
    }

    private boolean isContentUnexpected() {
        String wanted = field(request, "If-Match");
        if (wanted != null) return !names(wanted, validators.entityTag()::equals);
        Instant date = date("If-Unmodified-Since");
        Instant modified = validators.lastModified();
        // Without a date of its own the file has just been changed, or says so: no caller can know this content by a
        // date.
        return date != null && (modified == null || modified.isAfter(date));
    }

    private boolean hasCallerTheContent() {
        String known = field(request, "If-None-Match");
        if (known != null) return names(known, tag -> strong(tag).equals(validators.entityTag()));
        Instant date = date("If-Modified-Since");
        Instant modified = validators.lastModified();
        return date != null && modified != null && !modified.isAfter(date);
    }

    private static boolean names(String tags, Predicate<String> matches) {
        return tags.strip().equals(ANY)
                || ENTITY_TAG.matcher(tags).results().map(MatchResult::group).anyMatch(matches);
    }

    private static String strong(String tag) {
        return tag.startsWith(WEAK) ? tag.substring(WEAK.length()) : tag;
    }

    /** Null without the field, and for one that is not a date: it is ignored then. */
    private @Nullable Instant date(String name) {
        try {
            long millis = request.getDateHeader(name);
            return millis == -1 ? null : Instant.ofEpochMilli(millis);
        } catch (IllegalArgumentException unreadable) {
            return null;
        }
    }
}
