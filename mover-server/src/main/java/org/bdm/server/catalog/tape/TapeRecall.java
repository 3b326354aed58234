package org.bdm.server.catalog.tape;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One file of a data node that is wanted from tape.
 *
 * @param origin of the address, as {@code https://host:port}
 * @param path as the tape service names it
 * @param isEmpty whether it has no bytes
 * @param since when it was wanted first
 * @param looked when the tape service was asked last; null: never
 * @param wasOnTape whether it was on tape only when it was asked for
 * @param isBrought whether our request brought it to disk
 * @param request number of that request; 0: none
 * @param note what went wrong last, for people; empty if nothing did
 */
public record TapeRecall(
        long number,
        String origin,
        String path,
        boolean isEmpty,
        RecallState state,
        Instant since,
        @Nullable Instant looked,
        boolean wasOnTape,
        boolean isBrought,
        long request,
        String note) {}
