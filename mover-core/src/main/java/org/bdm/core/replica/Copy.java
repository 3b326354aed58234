package org.bdm.core.replica;

import java.net.URI;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;

/**
 * One copy of a file, at a data node.
 *
 * @param location where it is, {@code http} or {@code https}, with a host; byte for byte as it was published
 * @param preference lower is tried first when nothing was measured; at least 0
 * @param gave digest of the whole file as it came from this copy alone in an earlier run, when that was not the expected one
 */
public record Copy(URI location, int preference, Optional<Checksum> gave) {
    /** Refuses what has no host. */
    public Copy {
        if (location.getHost() == null) throw new IllegalArgumentException(location + " names no host");
        if (preference < 0) throw new IllegalArgumentException("a preference is negative: " + preference);
    }

    /** A copy that nothing is known of. */
    public Copy(URI location, int preference) {
        this(location, preference, Optional.empty());
    }

    /** Host and port as they are counted together: limits, rates and troubles belong to them. */
    public String node() {
        int port = location.getPort();
        boolean isUsual = port < 0 || port == ("https".equalsIgnoreCase(location.getScheme()) ? 443 : 80);
        String host = location.getHost().toLowerCase(java.util.Locale.ROOT);
        return isUsual ? host : host + ":" + port;
    }
}
