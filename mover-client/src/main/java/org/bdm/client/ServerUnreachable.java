package org.bdm.client;

import java.net.URI;

/** No answer came: nobody listens there, the connection broke, or time ran out. The request may have been carried out. */
public final class ServerUnreachable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ServerUnreachable(URI server, String what, Throwable cause) {
        super(server + ": " + what, cause);
    }
}
