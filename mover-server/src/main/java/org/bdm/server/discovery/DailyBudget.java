package org.bdm.server.discovery;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Counts the requests to one index from midnight to midnight UTC. Any thread. A restart begins anew. */
final class DailyBudget {
    private final Clock clock;
    private final int requestsPerDay;
    private LocalDate day;
    private int spent;

    DailyBudget(Clock clock, int requestsPerDay) {
        this.clock = clock;
        this.requestsPerDay = requestsPerDay;
        this.day = today();
    }

    /** Takes one request; false if none is left today. */
    synchronized boolean take() {
        LocalDate now = today();
        if (!now.equals(day)) {
            day = now;
            spent = 0;
        }
        if (spent >= requestsPerDay) return false;
        spent++;
        return true;
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }
}
