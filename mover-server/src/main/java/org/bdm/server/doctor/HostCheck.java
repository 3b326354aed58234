package org.bdm.server.doctor;

import java.io.IOException;

/** One check of this machine. Reads only. */
interface HostCheck {
    /** Names the check; never changes between versions. */
    String id();

    /** Names what is checked, such as {@code export data}; the same check may be done for several things. */
    default String subject() {
        return "host";
    }

    /**
     * Looks now; called by one thread at a time, which may block.
     *
     * @throws IOException if what it reads is not there: the verdict is UNKNOWN
     */
    HostFinding look() throws IOException;
}
