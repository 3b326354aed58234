package org.bdm.server.api;

import io.micrometer.observation.Observation;
import org.bdm.server.api.http.ShownAddress;
import org.springframework.http.server.observation.ServerRequestObservationContext;

/** Chooses what of the web server becomes a span. */
public final class TracedRequests {
    private TracedRequests() {}

    /** False for probes and scrapes, which come every few seconds, for addresses that are secrets, and for filters of Spring Security, which would be four spans of five. */
    public static boolean test(String observation, Observation.Context context) {
        if (observation.startsWith("spring.security.")) return false;
        if (!(context instanceof ServerRequestObservationContext request)) return true;
        String path = request.getCarrier() == null ? "" : request.getCarrier().getRequestURI();
        return !path.startsWith("/actuator")
                && !path.equals("/healthz")
                && !path.equals("/readyz")
                && !path.startsWith(ShownAddress.SHARED);
    }
}
