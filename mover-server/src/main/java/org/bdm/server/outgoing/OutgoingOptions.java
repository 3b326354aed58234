package org.bdm.server.outgoing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.WebProxy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of requests to the web. */
public final class OutgoingOptions {
    @Option(
            names = "--allow-host",
            paramLabel = "HOST[:PORT]",
            description = "Private host that may be fetched from; may be repeated.")
    List<String> allowHosts = new ArrayList<>();

    @Option(
            names = "--http-proxy",
            paramLabel = "URL",
            description =
                    "Proxy for requests to the web, as http://HOST:PORT, or none. Default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY.")
    @Nullable String httpProxy;

    /**
     * Returns what the settings mean together.
     *
     * @param environment which may name a proxy
     * @throws MoverException INVALID_REQUEST for what names no host or no proxy
     */
    public AddressGuard guard(Map<String, String> environment) {
        return new AddressGuard(allowHosts, WebProxy.of(httpProxy, environment));
    }
}
