package org.bdm.server.machine;

import org.bdm.server.extension.ExtensionPoint;

/** Reads the counters of this machine. Any thread; reading may take a moment. */
public interface MachineCounters {
    /** The extension that brings it. */
    ExtensionPoint<MachineCounters> POINT = new ExtensionPoint<>(
            MachineCounters.class, "host-load", "shows the load of the machine where a job is explained");

    /** Returns them as of now; fails with any exception on a system whose counters cannot be read. */
    HostCounters read();
}
