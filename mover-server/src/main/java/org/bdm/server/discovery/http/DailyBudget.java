package org.bdm.server.discovery.http;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Counts the requests to one index from midnight to midnight UTC. Any thread. */
public final class DailyBudget {
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
        turn();
        if (spent >= requestsPerDay) return false;
        spent++;
        return true;
    }

    /** Adds the requests of an earlier process if they were made today. */
    public synchronized void goOnFrom(LocalDate dayBefore, int spentBefore) {
        turn();
        if (dayBefore.equals(day)) spent = Math.max(spent, spentBefore);
    }

    /** Returns the number of requests spent today. */
    public synchronized SpentRequests spent(String index) {
        turn();
        return new SpentRequests(index, day, spent);
    }

    private void turn() {
        LocalDate now = today();
        if (now.equals(day)) return;
        day = now;
        spent = 0;
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }
}
