package org.bdm.server.discovery.index;

import java.util.Optional;

/**
 * Flags of a dataset; each empty where the index does not say.
 *
 * @param replica whether the node holds a copy rather than the original
 * @param latest whether no newer version is known there
 * @param retracted whether it was withdrawn
 * @param deprecated whether it was replaced, for projects that say so
 */
public record ClaimedStatus(
        Optional<Boolean> replica,
        Optional<Boolean> latest,
        Optional<Boolean> retracted,
        Optional<Boolean> deprecated) {
    /** Nothing is said. */
    public static final ClaimedStatus SILENT =
            new ClaimedStatus(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
