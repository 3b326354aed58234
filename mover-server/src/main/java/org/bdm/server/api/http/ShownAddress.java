package org.bdm.server.api.http;

import jakarta.servlet.http.HttpServletRequest;
import org.bdm.server.message.ProblemText;

/** The address of a request as logs and the audit log may have it: without the secret that some addresses are. */
public final class ShownAddress {
    /** Begin of addresses whose rest is a secret. */
    public static final String SHARED = RouteRoles.API + "/shared/";

    private ShownAddress() {}

    /** Returns the path, on one line. */
    public static String of(HttpServletRequest request) {
        String path = request.getRequestURI();
        return path.startsWith(SHARED) ? SHARED + "{secret}" : ProblemText.shown(path);
    }
}
