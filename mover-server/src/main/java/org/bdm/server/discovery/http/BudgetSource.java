package org.bdm.server.discovery.http;

import java.time.LocalDate;

/** The keeper of the daily budget of an index, for one process or for all that share it. Any thread that may block. */
public interface BudgetSource {
    /**
     * Takes requests out of what is left of a day.
     *
     * @param wanted at least 1
     * @param requestsPerDay of the index
     * @return how many may be sent; 0 if none is left
     */
    int reserve(String index, LocalDate day, int wanted, int requestsPerDay);

    /** Puts back what was reserved and not sent. */
    void giveBack(String index, LocalDate day, int unused);
}
