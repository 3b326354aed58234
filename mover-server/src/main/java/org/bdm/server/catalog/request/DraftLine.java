package org.bdm.server.catalog.request;

/**
 * A line of a list of which something is to be said.
 *
 * @param isRefused whether it is not in the draft
 * @param line counted from 1
 */
public record DraftLine(boolean isRefused, long line, String reason) {}
