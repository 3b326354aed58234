package org.bdm.server.catalog.tape;

/**
 * The outcome of a look at a file on tape.
 *
 * @param recall its number
 * @param wasOnTape whether it is on tape only
 * @param isBrought whether our request brought it to disk
 * @param note what is wrong, for people; empty if nothing is
 */
public record RecallLook(long recall, RecallState state, boolean wasOnTape, boolean isBrought, String note) {}
