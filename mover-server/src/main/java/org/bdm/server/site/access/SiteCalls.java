package org.bdm.server.site.access;

import org.bdm.core.id.SiteName;

/** Asks the control plane of another site through its data port, with a ticket of this site. Any thread that may block. */
@FunctionalInterface
public interface SiteCalls {
    /**
     * Returns the answer. May ask more than once when a connection is lost.
     *
     * @param name what is asked for
     * @throws org.bdm.core.fault.MoverException UNKNOWN_SITE; errors of the connection; what the site refuses it with
     */
    byte[] call(SiteName site, String name, byte[] body);
}
