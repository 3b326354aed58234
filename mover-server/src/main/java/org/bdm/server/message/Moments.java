package org.bdm.server.message;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/** Moments in the parameters of addresses. */
public final class Moments {
    private Moments() {}

    /**
     * The moment of a parameter; null if it is not given.
     *
     * @param text RFC 3339, of any zone
     * @throws MoverException INVALID_REQUEST, with the name of the parameter
     */
    public static @Nullable Instant parse(String name, @Nullable String text) {
        if (text == null) return null;
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, name + ": write a moment as 2026-01-31T12:00:00Z", e);
        }
    }
}
