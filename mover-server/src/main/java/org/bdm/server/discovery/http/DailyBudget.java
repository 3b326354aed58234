package org.bdm.server.discovery.http;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * The requests to one index from midnight to midnight UTC. It takes a few at a time from where the budget is kept, so that all processes that
 * share it together send no more than the budget; what it has taken and not sent is lost if the process is killed. Any thread that may block.
 */
public final class DailyBudget {
    private static final int RESERVED_MAX = 10;
    private static final int RESERVED_PART = 100;

    private final String index;
    private final Clock clock;
    private final int requestsPerDay;
    private BudgetSource source;
    private LocalDate day;
    private int reserved;

    DailyBudget(String index, Clock clock, int requestsPerDay) {
        this.index = index;
        this.clock = clock;
        this.requestsPerDay = requestsPerDay;
        this.source = new OwnBudget();
        this.day = today();
    }

    /** Takes one request; false if none is left today. */
    synchronized boolean take() {
        LocalDate now = today();
        if (!now.equals(day)) {
            day = now;
            reserved = 0;
        }
        if (reserved == 0) reserved = source.reserve(index, day, reservation(), requestsPerDay);
        if (reserved == 0) return false;
        reserved--;
        return true;
    }

    /** At most a hundredth of the budget, which is little to lose. */
    private int reservation() {
        return Math.max(1, Math.min(RESERVED_MAX, requestsPerDay / RESERVED_PART));
    }

    /** Keeps the budget there from now on; before the first request. */
    public synchronized void keptAt(BudgetSource other) {
        source = other;
        reserved = 0;
    }

    /** Puts back what was taken and not sent. */
    public synchronized void giveBack() {
        if (reserved > 0) source.giveBack(index, day, reserved);
        reserved = 0;
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    /** The budget of one process, in its memory. Guarded by the budget that uses it. */
    private static final class OwnBudget implements BudgetSource {
        private LocalDate day = LocalDate.MIN;
        private int spent;

        @Override
        public int reserve(String index, LocalDate of, int wanted, int requestsPerDay) {
            if (!of.equals(day)) spent = 0;
            day = of;
            int given = Math.min(wanted, Math.max(0, requestsPerDay - spent));
            spent += given;
            return given;
        }

        @Override
        public void giveBack(String index, LocalDate of, int unused) {
            if (of.equals(day)) spent -= unused;
        }
    }
}
