package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;

/**
 * The examination of the machine of one node.
 *
 * @param site the node belongs to
 * @param node {@code node-1}: the one that answered
 * @param host its process, host and home
 * @param version of the program
 * @param examinedAt when it was examined
 * @param verdict the worst of all checks: PROBLEM, ADVICE, UNKNOWN or OK
 * @param checks the worst first
 */
public record DoctorView(
        String site,
        String node,
        String host,
        String version,
        Instant examinedAt,
        String verdict,
        List<HostCheckView> checks) {
    /** An absent list is an empty one. */
    public DoctorView {
        checks = checks == null ? List.of() : List.copyOf(checks);
    }
}
