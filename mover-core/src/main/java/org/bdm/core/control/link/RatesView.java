package org.bdm.core.control.link;

import java.time.Instant;
import java.util.List;

/**
 * Bytes and files that the links to the site of this server moved within a time.
 *
 * @param since begin of the first step
 * @param until end of the time
 * @param stepSeconds length of a step
 * @param links at most 50, those with most bytes first, then all others together; without those that moved nothing
 */
public record RatesView(Instant since, Instant until, int stepSeconds, List<LinkRatesView> links) {}
