package org.bdm.server.site.serving;

import java.io.IOException;
import java.io.OutputStream;
import org.bdm.server.connections.RequestShares;
import org.bdm.server.connections.WebConnection;

/**
 * Sends an answer piece by piece: the caller has a time to take each, and after each another one may have the turn. One thread, which waits.
 */
final class PacedOutput {
    private final OutputStream out;
    private final WebConnection connection;
    private final RequestShares shares;

    PacedOutput(OutputStream out, WebConnection connection, RequestShares shares) {
        this.out = out;
        this.connection = connection;
        this.shares = shares;
    }

    void write(byte[] bytes, int offset, int length) throws IOException {
        connection.awaitPieceTaken();
        out.write(bytes, offset, length);
        connection.pieceTaken();
    }

    /** Lets another one have the turn between two pieces; hold nothing large meanwhile. */
    void pass() {
        shares.passDownload(connection);
    }
}
