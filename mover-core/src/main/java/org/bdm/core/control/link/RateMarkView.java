package org.bdm.core.control.link;

import java.time.Instant;

/**
 * Something that changed the rate of a job.
 *
 * @param at When it happened.
 * @param code Code of the event: a state of the job, RATE_LIMIT_CHANGED, RELAY; STREAMS for another number of streams. Such as {@code
 * PAUSED}.
 * @param text What happened, as a sentence. Such as {@code job-7 was ACTIVE and is PAUSED}.
 */
public record RateMarkView(Instant at, String code, String text) {}
