package org.bdm.server.catalog.site;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A filter for lines of the audit log; null takes any.
 *
 * @param who the actor
 * @param action a part of the action, in any case
 * @param object a part of the object or of the detail, in any case; a number at its end is a whole number: job-7 is not in job-70
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
                && (object == null || names(line.object(), object) || names(line.detail(), object))
                && (result == null || result.equalsIgnoreCase(line.result()))
                && (since == null || !line.at().isBefore(since))
                && (until == null || line.at().isBefore(until));
    }

    private static boolean names(String text, String part) {
        String all = text.toLowerCase(Locale.ROOT);
        String sought = part.toLowerCase(Locale.ROOT);
        boolean endsWithNumber = !sought.isEmpty() && isDigit(sought, sought.length() - 1);
        for (int at = all.indexOf(sought); at >= 0; at = all.indexOf(sought, at + 1)) {
            if (!endsWithNumber || !isDigit(all, at + sought.length())) return true;
        }
        return false;
    }

    private static boolean isDigit(String text, int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private static boolean contains(String text, String part) {
        return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }
}
