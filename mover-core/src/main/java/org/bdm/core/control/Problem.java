package org.bdm.core.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error as RFC 9457 has it, with our code.
 *
 * @param status of HTTP
 * @param detail what and where
 * @param code upper-case name that the documentation lists
 * @param kind decides whether trying again helps
 * @param advice what the reader can do
 * @param errors of a list: which entries are wrong
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
