package org.bdm.server.catalog.site;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A filter for lines of the audit log; null takes any.
 *
 * @param who the actor
 * @param action a part of the action, in any case
 * @param object a part of the object, in any case
 * @param result the result, in any case
 * @param since lines of this moment and later
 * @param until lines before this moment
 */
public record AuditFilter(
        @Nullable String who,
        @Nullable String action,
        @Nullable String object,
        @Nullable String result,
        @Nullable Instant since,
        @Nullable Instant until) {

    /** True if the line is wanted. */
    public boolean fits(AuditEntry line) {
        return (who == null || who.equals(line.actor()))
                && (action == null || contains(line.action(), action))
                && (object == null || contains(line.object(), object))
                && (result == null || result.equalsIgnoreCase(line.result()))
                && (since == null || !line.at().isBefore(since))
                && (until == null || line.at().isBefore(until));
    }

    private static boolean contains(String text, String part) {
        return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }
}
