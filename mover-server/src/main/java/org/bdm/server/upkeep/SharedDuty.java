package org.bdm.server.upkeep;

import java.time.Duration;
import org.bdm.server.catalog.node.Duties;

/** Work that one process of the site does at a time, whoever is there: the pass is left out where another process has the duty. */
public final class SharedDuty implements Runnable {
    private final Duties duties;
    private final String name;
    private final Duration longest;
    private final Runnable pass;

    /**
     * A duty.
     *
     * @param longest a pass of a process that died is taken over after so long
     */
    public SharedDuty(Duties duties, String name, Duration longest, Runnable pass) {
        this.duties = duties;
        this.name = name;
        this.longest = longest;
        this.pass = pass;
    }

    @Override
    public void run() {
        if (duties.hold(name, longest)) pass.run();
    }
}
