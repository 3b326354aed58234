package org.bdm.server.catalog.handover;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The state of a handover. The code is stable: the catalog stores it.
 *
 * <pre>
 *                 nothing is missing
 *   COMPARING ---------------------------+
 *    |   ^  ^                            v
 *    |   |  +---- compare ------------ ENDED, CANCELLED
 *    |   +-------------+                 |       ^
 *    v                 |                 | again |
 *   SUBMITTING --> WAITING               |       |
 *    ^   |             |                 |       |
 *    +---|-------------|-----------------+       |
 *        +-- cancel ---+--> CANCELLING ----------+
 * </pre>
 *
 * It begins with COMPARING, since a file that is there needs no carrier. What a carrier says only ends WAITING: what is there is decided by
 * COMPARING again.
 */
public enum HandoverState {
    /** Files are compared with what was asked for. */
    COMPARING(1),
    /** The list is being given to the carrier, or a person has to do something before it can be. */
    SUBMITTING(2),
    /** The carrier has it, or a person has. */
    WAITING(3),
    /** Somebody cancelled it; the carrier has not confirmed that. */
    CANCELLING(4),
    /** Every file is there and right, or named. */
    ENDED(5),
    /** Somebody cancelled it. */
    CANCELLED(6);

    private final int code;

    HandoverState(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** Returns true if nothing happens until a person asks for it. */
    public boolean isFinal() {
        return this == ENDED || this == CANCELLED;
    }

    /** Returns true if a handover may go from this state to the other. */
    public boolean mayBecome(HandoverState next) {
        return switch (this) {
            case COMPARING -> next == SUBMITTING || next == ENDED || next == CANCELLING;
            case SUBMITTING -> next == WAITING || next == CANCELLING;
            case WAITING -> next == COMPARING || next == CANCELLING;
            case CANCELLING -> next == CANCELLED;
            case ENDED, CANCELLED -> next == COMPARING || next == SUBMITTING;
        };
    }

    /** Returns the codes of the states that may become the other, with commas between them, for SQL. */
    static String codesBefore(HandoverState next) {
        return Arrays.stream(values())
                .filter(state -> state.mayBecome(next))
                .map(state -> String.valueOf(state.code))
                .collect(Collectors.joining(", "));
    }
}
