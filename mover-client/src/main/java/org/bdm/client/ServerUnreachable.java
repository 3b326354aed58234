package org.bdm.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;

/** No answer came: nobody listens there, the connection broke, or time ran out. The request may have been carried out. */
public final class ServerUnreachable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ServerUnreachable(URI server, String what, Throwable cause) {
        super(server + ": " + what, cause);
    }

    /** The server went away while a file came. */
    static ServerUnreachable during(URI server, long receivedBytes, IOException cause) {
        return new ServerUnreachable(
                server, "the file was cut off after " + receivedBytes + " bytes (" + cause.getMessage() + ")", cause);
    }

    /** True if time ran out: somebody listens there, or a firewall drops what is sent. */
    boolean isTimedOut() {
        return getCause() instanceof SocketTimeoutException;
    }

    /** One sentence for people: what to do next. */
    public String advice() {
        Throwable cause = getCause();
        if (isTimedOut())
            return "The server is busy or far away; try again, and see what it does with 'bdm-client doctor'.";
        if (isConnectionLost()) return "The server is restarting or busy; try again.";
        if (cause instanceof SSLException)
            return "Check the address, and the certificate that the server has (--ca-file, BDM_CA_FILE).";
        if (cause instanceof ConnectException && cause.getCause() instanceof UnknownHostException)
            return "Check the name in --server or BDM_SERVER.";
        return "Start it with mover-server, or give another address with --server or BDM_SERVER.";
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
