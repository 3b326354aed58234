package org.bdm.server.catalog.request;

/**
 * One entry of a draft.
 *
 * @param number counted from 1, in the order of the list
 * @param line of the list
 * @param content JSON; {@code org.bdm.server.interchange} knows what it says
 */
public record DraftEntry(long number, long line, String content) {}
