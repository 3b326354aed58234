package org.bdm.server.discovery.record;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bdm.server.discovery.index.ClaimedLocation;

/** Names of data nodes: host names in lower case. */
public final class DataNodeNames {
    private static final Pattern HOST = Pattern.compile("[a-z0-9_](?:[a-z0-9._:-]{0,253}[a-z0-9])?");

    private DataNodeNames() {}

    /** As written by an index; empty for what cannot be a host. */
    public static Optional<String> of(String written) {
        String host = written.strip().toLowerCase(Locale.ROOT);
        return HOST.matcher(host).matches() ? Optional.of(host) : Optional.empty();
    }

    /** Host of the first address that can be fetched over HTTP. */
    public static Optional<String> of(List<ClaimedLocation> locations) {
        return locations.stream()
                .filter(ClaimedLocation::isHttp)
                .flatMap(location -> ofAddress(location.address()).stream())
                .findFirst();
    }

    private static Optional<String> ofAddress(String address) {
        try {
            return Optional.ofNullable(new URI(address).getHost()).flatMap(DataNodeNames::of);
        } catch (URISyntaxException e) {
            return Optional.empty(); // the address is passed on as it is; only its host cannot be told
        }
    }
}
