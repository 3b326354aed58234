package org.bdm.server.api.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.bdm.server.reference.ServedReference;
import org.bdm.server.site.serving.ServedAddress;
import org.springframework.security.web.firewall.FirewalledRequest;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/**
 * Refuses addresses that are read in two ways. Names of served files may hold any byte ('%25', ';'), so that theirs pass as they came: they
 * are taken apart by {@link ServedAddress} and its like alone, which know no "..", and found by name below an export.
 */
final class AddressFirewall implements HttpFirewall {
    private final StrictHttpFirewall strict = new StrictHttpFirewall();

    @Override
    public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
        boolean isServed = request.getRequestURI().startsWith(ServedAddress.SERVED)
                || request.getRequestURI().startsWith(ServedReference.PREFIX);
        if (!isServed) return strict.getFirewalledRequest(request);
        return new FirewalledRequest(request) {
            @Override
            public void reset() {
                // nothing was changed
            }
        };
    }

    @Override
    public HttpServletResponse getFirewalledResponse(HttpServletResponse response) {
        return strict.getFirewalledResponse(response);
    }
}
