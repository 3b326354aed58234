package org.bdm.server.tracing;

import java.net.URI;
import java.util.Locale;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the server that concern traces. */
public final class TraceOptions {
    @Option(
            names = "--trace-to",
            paramLabel = "URL",
            description = {
                "Collector that gets traces as OTLP over HTTP, such as",
                "http://127.0.0.1:4318/v1/traces (default: none)."
            })
    @Nullable URI traceTo;

    @Option(
            names = "--trace-share",
            paramLabel = "0..1",
            defaultValue = "1",
            description = "Share of the requests and pieces of work that are traced (${DEFAULT-VALUE}).")
    double traceShare = 1;

    /**
     * Checks the options, and makes what they ask for.
     *
     * @param site name of this site, sent with each span
     * @param version of the program, sent with each span
     * @throws MoverException INVALID_REQUEST for what cannot work
     */
    public Tracing tracing(String site, String version) {
        if (!(traceShare >= 0 && traceShare <= 1)) {
            throw refused("--trace-share is a number from 0 to 1, not " + traceShare);
        }
        if (traceTo == null) return Tracing.OFF;
        String scheme = traceTo.getScheme() == null ? "" : traceTo.getScheme().toLowerCase(Locale.ROOT);
        boolean isWeb = scheme.equals("http") || scheme.equals("https");
        if (!isWeb || traceTo.getHost() == null || traceTo.getUserInfo() != null) {
            throw refused("--trace-to " + traceTo + " is not an address such as http://127.0.0.1:4318/v1/traces");
        }
        return SentTraces.to(traceTo, traceShare, site, version);
    }

    private static MoverException refused(String what) {
        return new MoverException(ErrorCode.INVALID_REQUEST, what);
    }
}
