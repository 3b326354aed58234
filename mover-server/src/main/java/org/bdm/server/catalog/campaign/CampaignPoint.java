package org.bdm.server.catalog.campaign;

import java.time.Instant;

/**
 * Progress of a campaign at one time.
 *
 * @param at begin of an hour
 * @param bytesDone at all destinations, as it was seen last in that hour
 */
public record CampaignPoint(Instant at, long bytesDone) {}
