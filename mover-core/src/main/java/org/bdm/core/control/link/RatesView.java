package org.bdm.core.control.link;

import java.time.Instant;
import java.util.List;

/**
 * Bytes and files that the links to the site of this server moved within a time.
 *
 * @param since Begin of the first step.
 * @param until End of the time.
 * @param stepSeconds Length of a step in seconds, at least 10. Within {@code 10..}. Such as {@code 20}.
 * @param links At most 50 links, those with most bytes first, then all others as one; none for a link that moved nothing.
 */
public record RatesView(Instant since, Instant until, int stepSeconds, List<LinkRatesView> links) {}
