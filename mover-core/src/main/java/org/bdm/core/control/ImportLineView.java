package org.bdm.core.control;

/**
 * A line of an imported list of which something is to be said.
 *
 * @param line counted from 1
 * @param reason a sentence; what it quotes is escaped
 */
public record ImportLineView(long line, String reason) {}
