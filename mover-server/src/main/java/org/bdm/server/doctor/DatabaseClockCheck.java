package org.bdm.server.doctor;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Compares the clock of this machine with that of the database server, which all nodes of the site share.
 *
 * @param database the clock of the database; empty for a catalog that is a file of this process
 */
record DatabaseClockCheck(Clock clock, Optional<Reading<Instant>> database) implements HostCheck {
    private static final Duration GOOD = Duration.ofSeconds(1);
    private static final Duration BAD = Duration.ofSeconds(30);

    @Override
    public String id() {
        return "clock-database";
    }

    @Override
    public HostFinding look() throws IOException {
        if (database.isEmpty()) return HostFinding.ok("the catalog is a file of this process and has its clock");
        Instant before = clock.instant();
        Instant there = database.get().read();
        Duration asked = Duration.between(before, clock.instant());
        Duration ahead = Duration.between(there, before.plus(asked.dividedBy(2)));
        long millis = Math.abs(ahead.toMillis());
        String found = "this clock is " + millis + " ms " + (ahead.isNegative() ? "behind" : "ahead of")
                + " that of the database, known to " + Math.max(1, asked.toMillis() / 2) + " ms";
        if (millis <= GOOD.plus(asked).toMillis()) return HostFinding.ok(found);
        String change =
                "Synchronise both machines: sudo systemctl enable --now chronyd, then look at 'chronyc tracking'.";
        return millis > BAD.toMillis() ? HostFinding.problem(found, change) : HostFinding.advice(found, change);
    }
}
