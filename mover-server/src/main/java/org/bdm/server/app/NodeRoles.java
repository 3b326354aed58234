package org.bdm.server.app;

import java.util.List;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * The roles of a process; it has at least one.
 *
 * @param doesControl serves REST and the web UI, and does the duties of the site
 * @param doesData has the data port, and lists and moves files
 */
record NodeRoles(boolean doesControl, boolean doesData) {
    private static final String CONTROL = "control";
    private static final String DATA = "data";

    /** Reads the option, and refuses what one role alone cannot do. */
    static NodeRoles of(ServerOptions options, boolean sharesCatalog) {
        Set<String> named = Set.copyOf(options.roles);
        List<String> unknown = named.stream()
                .filter(name -> !name.equals(CONTROL) && !name.equals(DATA))
                .toList();
        if (named.isEmpty() || !unknown.isEmpty()) {
            throw refused("--role " + String.join(",", options.roles) + ": the roles are control and data");
        }
        NodeRoles roles = new NodeRoles(named.contains(CONTROL), named.contains(DATA));
        roles.refuseWhatHasNoEffect(options, sharesCatalog);
        return roles;
    }

    private void refuseWhatHasNoEffect(ServerOptions options, boolean sharesCatalog) {
        if (!isBoth() && !sharesCatalog) {
            throw refused(
                    "--role " + this + ": a process with one role needs a catalog that others share; add --catalog"
                            + " jdbc:postgresql://HOST/DATABASE, or leave --role out: on H2 one process does everything");
        }
        if (!doesData && !options.dialOut.isEmpty()) {
            throw refused("--dial-out needs the role data: give it to the data nodes of the site");
        }
        if (!doesControl && !options.httpExports.isEmpty()) {
            throw refused("--http-export needs the role control: a data node serves no files over HTTP");
        }
    }

    private static MoverException refused(String what) {
        return new MoverException(ErrorCode.INVALID_REQUEST, what);
    }

    private boolean isBoth() {
        return doesControl && doesData;
    }

    /** As the option writes them. */
    @Override
    public String toString() {
        if (isBoth()) return CONTROL + "," + DATA;
        return doesControl ? CONTROL : DATA;
    }
}
