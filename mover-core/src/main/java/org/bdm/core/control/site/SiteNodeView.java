package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of this site: one server process.
 *
 * @param id {@code node-3}
 * @param state STOPPED, UP, DRAINING, or LOST when it was not seen for 30 s
 * @param fingerprint of its key
 * @param roles {@code control}, {@code data}
 * @param process number of the process, host and home
 * @param version of the program
 * @param url of its REST interface; null without the role control
 * @param dataAddress of its data port; null without the role data
 * @param jobs jobs that it works on, a few seconds old; a node that drains can be stopped at 0
 * @param isThis whether it answered this request
 * @param startedAt when it started last
 * @param seenAt when it last said that it lives
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
