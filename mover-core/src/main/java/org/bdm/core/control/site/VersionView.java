package org.bdm.core.control.site;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Identity and version of the server.
 *
 * @param site name of the site that answers
 * @param fingerprint {@code SHA256:...} of its key
 * @param protocolVersions of the data port
 * @param java of the process that answers
 * @param revision of the source
 * @param limits what the process may use
 * @param demo true if everything that the server shows is made up; null from an earlier version
 */
public record VersionView(
        String version,
        String site,
        String fingerprint,
        List<Integer> protocolVersions,
        String java,
        @Nullable String revision,
        @Nullable ProcessLimitsView limits,
        @Nullable Boolean demo) {
    /** An absent list is an empty one. */
    public VersionView {
        protocolVersions = protocolVersions == null ? List.of() : List.copyOf(protocolVersions);
    }
}
