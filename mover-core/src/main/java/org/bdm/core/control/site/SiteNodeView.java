package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of this site: one server process.
 *
 * @param id Id of the node. Such as {@code node-3}.
 * @param state Whether it works. LOST: it was not seen for 30 s. One of {@code NodeState}.
 * @param fingerprint SHA-256 of its public key, 64 hexadecimal digits. Such as {@code
 * e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855}.
 * @param roles What it does for the site. One of {@code NodeRole}.
 * @param process Number of the process, host and home. Such as {@code process 4711 on mover1, home /var/lib/bdm}.
 * @param url Address of its REST interface; null without the role control. Such as {@code http://mover1.south.example:8470}.
 * @param dataAddress Its data port, as HOST:PORT; null without the role data. Such as {@code mover1.south.example:8471}.
 * @param exports The exports that it offers.
 * @param jobs Number of jobs that it works on, a few seconds old; a node that drains can be stopped at 0. Such as {@code 1}.
 * @param isThis True for the node that answers.
 * @param startedAt When it started last.
 * @param seenAt When it last said that it lives.
 */
public record SiteNodeView(
        String id,
        String state,
        String fingerprint,
        List<String> roles,
        String process,
        String version,
        @Nullable String url,
        @Nullable String dataAddress,
        List<SiteNodeExportView> exports,
        int jobs,
        boolean isThis,
        Instant startedAt,
        Instant seenAt) {
    /** An absent list is an empty one. */
    public SiteNodeView {
        roles = roles == null ? List.of() : List.copyOf(roles);
        exports = exports == null ? List.of() : List.copyOf(exports);
    }
}
