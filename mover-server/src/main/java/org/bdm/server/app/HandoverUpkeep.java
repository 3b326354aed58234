package org.bdm.server.app;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.bdm.server.carrier.HandoverDuty;
import org.bdm.server.catalog.node.Duties;
import org.bdm.server.holding.survey.BroughtFiles;

/** Drives the handovers of the site while this process has that duty, which it keeps while it reads files. */
final class HandoverUpkeep implements Runnable {
    private static final String NAME = "handovers";
    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final Duration KEPT_EVERY = Duration.ofSeconds(30);

    private final Duties duties;
    private final Clock clock;
    private final HandoverDuty duty;
    private Instant keptAt = Instant.EPOCH; // on the thread of the duty
    private volatile boolean isStopping;

    HandoverUpkeep(WebServer.Parts made, Clock clock) {
        this.duties = made.catalog().duties();
        this.clock = clock;
        BroughtFiles files = new BroughtFiles(made.exports(), made.replicas().holdings(), clock, bytes -> mayGoOn());
        this.duty = new HandoverDuty(made.catalog(), made.replicas().carriers(), files, clock);
    }

    @Override
    public void run() {
        if (!duty.isWanted() || !isKept()) return; // idle sites write nothing
        if (duty.pass()) duties.release(NAME);
    }

    private boolean isKept() {
        keptAt = clock.instant();
        return duties.hold(NAME, LONGEST);
    }

    private boolean mayGoOn() {
        if (isStopping) return false;
        return clock.instant().isBefore(keptAt.plus(KEPT_EVERY)) || isKept();
    }

    /** Ends the reading of a file; it is read again later. */
    void stop() {
        isStopping = true;
    }
}
