package org.bdm.server.machine;

import java.util.Map;

/** Counters of the tests of the server: a machine that does nothing. */
public final class MadeUpCounters implements MachineCounters {
    @Override
    public HostCounters read() {
        return new HostCounters(System.nanoTime(), 1_000, 1_000, 1, Map.of(), Map.of());
    }
}
