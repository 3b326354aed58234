package org.bdm.core.control.dataset;

import java.util.Objects;

/**
 * The end of a login of a carrier.
 *
 * @param attempt The attempt that was begun. Such as {@code 5pD0g1m8QnqPmU8c2mZ0Xg}.
 * @param code The code that the page gave. Such as {@code hGx3OpU0m2}.
 */
public record FinishCarrierLogin(String attempt, String code) {
    /** Refuses a message that lacks what it cannot do without. */
    public FinishCarrierLogin {
        Objects.requireNonNull(attempt, "attempt is missing");
        Objects.requireNonNull(code, "code is missing");
    }
}
