package org.bdm.core.control.dataset;

import java.util.List;
import org.bdm.core.control.ImportLineView;

/**
 * Result of reading messages of an event stream from a file.
 *
 * @param messages Number of messages, unreadable ones included, at least 0; one message may hold several events. Such as {@code 120}.
 * @param taken Number of events that are in the catalog now, at least 0. Such as {@code 96}.
 * @param passedOver Number of events of datasets that are not followed, or older than what the same index said, at least 0. Such as {@code
 * 20}.
 * @param notRead Number of events that only say that something changed, of which the indexes did not tell all now, at least 0. Such as
 * {@code 0}.
 * @param refused Number of messages that cannot be read, at least 0. Such as {@code 4}.
 * @param troubles The first 100 messages that cannot be read, with line and reason.
 */
public record CatalogEventsView(
        long messages, long taken, long passedOver, long notRead, long refused, List<ImportLineView> troubles) {
    /** An absent list is an empty one. */
    public CatalogEventsView {
        troubles = troubles == null ? List.of() : List.copyOf(troubles);
    }
}
