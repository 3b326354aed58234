package org.bdm.server.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until a test turns it. */
public final class TurnedClock extends Clock {
    private volatile Instant now = Instant.parse("2026-11-20T10:00:00Z");

    /** Lets time pass. */
    public synchronized void turn(Duration by) {
        now = now.plus(by);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public Instant instant() {
        return now;
    }
}
