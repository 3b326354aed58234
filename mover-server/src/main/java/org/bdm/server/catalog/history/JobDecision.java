package org.bdm.server.catalog.history;

import java.time.Instant;

/**
 * A change of one number of workers of a running transfer, decided by its controller.
 *
 * @param source the site or the data node that the session reads from; a longer name is cut at 255 characters
 * @param stage whose number it is: {@code streams}, {@code readers}, {@code writers} or {@code hashers}
 * @param bytesPerSecond measured in the interval before
 * @param text a sentence for a person: what was done and why; cut at 1,000 characters
 */
public record JobDecision(
        Instant at, String source, String stage, int before, int after, long bytesPerSecond, String text) {}
