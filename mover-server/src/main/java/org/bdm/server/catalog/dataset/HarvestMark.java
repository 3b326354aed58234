package org.bdm.server.catalog.dataset;

import java.time.Instant;
import java.util.Optional;

/**
 * The time up to which one index was harvested for a standing query.
 *
 * @param harvested the highest time of indexing that its last answers in full had; empty before the first that had any
 * @param fullAt when it last answered in full what was asked without a time
 * @param warning why the last answer was not full; empty if it was
 */
public record HarvestMark(String index, Optional<Instant> harvested, Optional<Instant> fullAt, String warning) {}
