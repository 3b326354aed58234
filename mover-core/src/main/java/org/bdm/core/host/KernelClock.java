package org.bdm.core.host;

import com.sun.jna.Memory;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * The state of the clock, as the kernel knows it.
 *
 * @param isSynchronised whether a program such as chronyd keeps it right
 * @param errorMax the largest error that it may have, if that program is right
 */
public record KernelClock(boolean isSynchronised, Duration errorMax) {
    private static final int MAX_ERROR = 24; // offsets in struct timex
    private static final int STATUS = 40;
    private static final int STATUS_UNSYNCHRONISED = 0x40;
    private static final int TIME_ERROR = 5;

    /**
     * Reads it.
     *
     * @throws IOException if this system has no such call, or a container forbids it
     */
    public static KernelClock read() throws IOException {
        try (Memory timex = KernelCalls.structure()) {
            int state = KernelCalls.clock(timex);
            if (state < 0) throw new IOException("adjtimex failed with errno " + -state);
            boolean isRight = state != TIME_ERROR && (timex.getInt(STATUS) & STATUS_UNSYNCHRONISED) == 0;
            return new KernelClock(isRight, Duration.of(timex.getLong(MAX_ERROR), ChronoUnit.MICROS));
        } catch (LinkageError e) {
            throw new IOException("this system has no adjtimex", e);
        }
    }
}
