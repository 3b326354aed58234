package org.bdm.core.control.link;

import java.time.Instant;

/**
 * Something that changed the rate of a job.
 *
 * @param at when it happened
 * @param code code of the event; STREAMS for a change of the number of streams
 * @param text what happened, as a sentence
 */
public record RateMarkView(Instant at, String code, String text) {}
