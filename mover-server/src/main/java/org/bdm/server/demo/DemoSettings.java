package org.bdm.server.demo;

import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of demo data: the same ones make the same rows.
 *
 * @param seed of all chance
 * @param now the moment at which the history ends; times are relative to it
 * @param site name of this site
 */
public record DemoSettings(DemoSize size, long seed, Instant now, String site) {
    /** Name of the site if nobody gives one. */
    public static final String SITE = "dkrz";

    /**
     * Reads the options.
     *
     * @param end when the history ends, in ISO 8601; null: now
     * @throws MoverException INVALID_REQUEST
     */
    public static DemoSettings of(String size, long seed, @Nullable String end, String site, Clock clock) {
        try {
            Instant now = end == null ? clock.instant() : Instant.parse(end);
            return new DemoSettings(DemoSize.of(size), seed, now, site);
        } catch (DateTimeParseException e) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "--demo-clock is a time as 2026-11-26T08:00:00Z, not '" + end + "'", e);
        }
    }
}
