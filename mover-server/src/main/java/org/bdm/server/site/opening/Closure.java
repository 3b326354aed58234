package org.bdm.server.site.opening;

import java.time.Instant;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.job.PauseReason;
import org.jspecify.annotations.Nullable;

/**
 * Why a place may not be used now.
 *
 * @param reason one of those that are {@linkplain PauseReason#isOfPlaces of places}
 * @param text one sentence for a person, with its full stop
 * @param opensAt when the place may be used again, all rules taken together; null if nobody knows
 */
public record Closure(
        PauseReason reason, String text, @Nullable Instant opensAt) {
    /** The code of files that wait for this. */
    public ErrorCode code() {
        return switch (reason) {
            case WINDOW_CLOSED -> ErrorCode.WINDOW_CLOSED;
            case SITE_MAINTENANCE -> ErrorCode.SITE_MAINTENANCE;
            case SITE_BANNED -> ErrorCode.SITE_BANNED;
            default -> throw new IllegalStateException(reason + " is not about a place");
        };
    }

    /** The refusal of whoever wants to use the place anyway. */
    public MoverException refusal() {
        return new MoverException(code(), text.substring(0, text.length() - 1));
    }

    /** Returns the one that ends first; one without an end is later than any other. */
    public static Closure sooner(Closure one, Closure other) {
        if (other.opensAt() == null) return one;
        return one.opensAt() == null || other.opensAt().isBefore(one.opensAt()) ? other : one;
    }
}
