package org.bdm.server.discovery.index;

import java.time.Instant;

/**
 * Why an answer may lack something.
 *
 * @param index name of the index, as configured
 * @param code stable, upper case: {@code UNREACHABLE}, {@code TIMED_OUT}, {@code REFUSED} (4xx), {@code OVERLOADED} (429, 503),
 *     {@code BROKEN_ANSWER}, {@code TRUNCATED}, {@code PAGE_REPEATED}, {@code BUDGET_SPENT}, {@code RECORD_UNREADABLE},
 *     {@code UNSUPPORTED_QUERY}, {@code UNKNOWN_FACET}, {@code FACET_NOT_HERE}
 * @param text sentence for a person: what, where, what next
 * @param affectsCompleteness whether datasets or files may be missing from the answer because of it
 */
public record IndexWarning(String index, String code, String text, boolean affectsCompleteness, Instant at) {
    /** The code of a facet that nobody knows. */
    public static final String UNKNOWN_FACET = "UNKNOWN_FACET";

    /** The code of a facet that this index does not have, and another one may: no reason to refuse the query. */
    public static final String FACET_NOT_HERE = "FACET_NOT_HERE";

    /** True if it says that the index does not have this facet. */
    public boolean isUnknown(String facet) {
        return code.equals(UNKNOWN_FACET) && text.contains("'" + facet + "'");
    }

    /** The same under another code. */
    public IndexWarning as(String other) {
        return new IndexWarning(index, other, text, affectsCompleteness, at);
    }
}
