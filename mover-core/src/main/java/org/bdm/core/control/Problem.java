package org.bdm.core.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error (RFC 9457). Branch on code, or on kind for a code you do not know.
 *
 * @param type Always about:blank: the code says which problem it is; null from something that is not this program. Such as {@code
 * about:blank}.
 * @param title Name of the HTTP status; null from something that is not this program. Such as {@code Not Found}.
 * @param status The HTTP status. Within {@code 400..599}. Such as {@code 404}.
 * @param code The error code, which never changes; docs/errors.md lists all. One of {@code ErrorCode}.
 * @param kind Whether trying again helps; null from something that is not this program. One of {@code ErrorKind}.
 * @param advice What the reader can do, as a sentence; null for none. Such as {@code List the jobs with 'bdm-client list'.}.
 * @param errors Of a list: the entries that are wrong, the first 100; else empty.
 */
public record Problem(
        @Nullable String type,
        @Nullable String title,
        int status,
        String detail,
        String code,
        @Nullable String kind,
        @Nullable String advice,
        List<ProblemEntry> errors) {
    /** An absent list is an empty one. */
    public Problem {
        errors = errors == null ? List.of() : List.copyOf(errors);
    }
}
