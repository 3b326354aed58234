package org.bdm.core.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until a test turns it. */
public final class TurnedClock extends Clock {
    private volatile Instant now;

    /** Stands at a time of which nothing special is known. */
    public TurnedClock() {
        this(Instant.parse("2026-11-20T10:00:00Z"));
    }

    /** Stands at this time. */
    public TurnedClock(Instant start) {
        now = start;
    }

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
