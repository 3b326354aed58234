package org.bdm.server.catalog.dataset;

import java.util.Arrays;

/** The state of a standing query. The code is stable: the catalog stores it. */
public enum SubscriptionState {
    ACTIVE(1),
    /** A person paused it: it is run only when asked for. */
    PAUSED(2),
    /** It is over; what it found is kept, so that its number and its jobs mean something. */
    REMOVED(3);

    private final int code;

    SubscriptionState(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static SubscriptionState ofCode(int code) {
        return Arrays.stream(values())
                .filter(state -> state.code == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no state of a subscription has the code " + code));
    }
}
