package org.bdm.core.control.dataset;

import java.util.List;
import org.bdm.core.control.ImportLineView;

/**
 * Result of reading the messages of an event stream from a file.
 *
 * @param messages unreadable ones included; one message may hold several events
 * @param taken events that are in the catalog now
 * @param passedOver of datasets that are not followed, or older than what the same index said
 * @param notRead events that only say that something changed, of which the indexes did not tell all now
 * @param refused messages that cannot be read
 * @param troubles the first 100 of these, with line and reason
 */
public record CatalogEventsView(
        long messages, long taken, long passedOver, long notRead, long refused, List<ImportLineView> troubles) {
    /** An absent list is an empty one. */
    public CatalogEventsView {
        troubles = troubles == null ? List.of() : List.copyOf(troubles);
    }
}
