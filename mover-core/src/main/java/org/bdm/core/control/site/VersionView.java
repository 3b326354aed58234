package org.bdm.core.control.site;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Identity and version of the server.
 *
 * @param fingerprint Fingerprint of the key of the site: SHA256: and 64 hexadecimal digits. Such as {@code
 * SHA256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855}.
 * @param protocolVersions Versions of the protocol of the data port that it speaks. Such as {@code [1]}.
 * @param java Version of Java that the process runs on. Such as {@code 17.0.13+11}.
 * @param revision Revision of the source; null if it is not known. Such as {@code c904b6e7}.
 * @param limits What the process may use; null if it is not known.
 * @param demo True if everything that the server shows is made up (--demo-data); null from an earlier version. Such as {@code False}.
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
