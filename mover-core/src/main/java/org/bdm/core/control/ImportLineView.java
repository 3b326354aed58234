package org.bdm.core.control;

/**
 * A line of a list of which something is to be said.
 *
 * @param reason Why, as a sentence; what it quotes is escaped. Such as {@code the line has no path}.
 */
public record ImportLineView(long line, String reason) {}
