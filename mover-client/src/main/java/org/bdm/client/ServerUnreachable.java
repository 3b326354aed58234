package org.bdm.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import javax.net.ssl.SSLException;

/** No answer came: nobody listens there, the connection broke, or time ran out. The request may have been carried out. */
public final class ServerUnreachable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ServerUnreachable(URI server, String what, Throwable cause) {
        super(server + ": " + what, cause);
    }

    /** True if there was a connection, and it ended before the answer did. */
    boolean isConnectionLost() {
        Throwable cause = getCause();
        if (cause instanceof SSLException && cause.getCause() != null) cause = cause.getCause();
        return cause instanceof IOException
                && !(cause instanceof ConnectException
                        || cause instanceof SocketTimeoutException
                        || cause instanceof SSLException);
    }
}
