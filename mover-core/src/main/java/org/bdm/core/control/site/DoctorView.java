package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;

/**
 * The examination of the machine of one node.
 *
 * @param node Id of the node that answered. Such as {@code node-1}.
 * @param host Its process, as number@host. Such as {@code 4711@mover1}.
 * @param examinedAt When it was examined.
 * @param verdict The worst verdict of all checks. One of {@code Verdict}.
 * @param checks The checks, the worst first.
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
