package org.bdm.server.carrier;

import java.time.Duration;
import org.bdm.server.catalog.handover.Awaited;
import org.jspecify.annotations.Nullable;

/** A carrier did not do what it was asked for, or nobody knows whether it did. The message is a sentence for people. */
final class CarrierTrouble extends Exception {
    private static final long serialVersionUID = 1;
    private static final Duration USUAL = Duration.ofMinutes(1);

    private final Awaited awaited;
    private final Duration after;

    private CarrierTrouble(Awaited awaited, String says, Duration after, @Nullable Throwable cause) {
        super(says, cause);
        this.awaited = awaited;
        this.after = after;
    }

    /** Trouble that passes: the same call is repeated in a minute. */
    static CarrierTrouble passing(String says, @Nullable Throwable cause) {
        return new CarrierTrouble(Awaited.CARRIER, says, USUAL, cause);
    }

    /** Trouble that passes, after the time that the carrier said. */
    static CarrierTrouble passing(String says, Duration after) {
        return new CarrierTrouble(Awaited.CARRIER, says, after, null);
    }

    /** Trouble that only a person ends: nothing is repeated before. */
    static CarrierTrouble forPerson(String says) {
        return new CarrierTrouble(Awaited.PERSON, says, USUAL, null);
    }

    /** Returns who ends it: CARRIER or PERSON. */
    Awaited awaited() {
        return awaited;
    }

    /** Returns when to ask again, if it is the carrier. */
    Duration after() {
        return after;
    }

    /** Returns the sentence. */
    String says() {
        return String.valueOf(getMessage());
    }
}
