package org.bdm.core.control.campaign;

import java.time.Instant;

/**
 * Progress of a campaign at one moment.
 *
 * @param at begin of an hour
 * @param bytesDone at all destinations, at the end of that hour
 */
public record SharedPointView(Instant at, long bytesDone) {}
