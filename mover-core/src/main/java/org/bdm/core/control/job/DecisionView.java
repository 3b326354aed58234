package org.bdm.core.control.job;

import java.time.Instant;

/**
 * Something the program decided by itself.
 *
 * @param text one sentence: what was done and why
 */
public record DecisionView(Instant at, String text) {}
