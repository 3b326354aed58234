package org.bdm.server.connections;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * Request threads, shared out to those who cause their use: an address for callers without a valid credential, a token for the others. A
 * stranger's request makes place for the next one of the same address, since honest ones last a moment; others are told to come again.
 * Any thread.
 */
public final class RequestShares {
    private final Shares<WebConnection> strangersBodies = new Shares<>(16, 32);
    private final Shares<WebConnection> strangers = new Shares<>(16, 48);
    private final Shares<WebConnection> known = new Shares<>(32, 96);
    private final DownloadPlaces<WebConnection> strangersDownloads;
    private final DownloadPlaces<WebConnection> knownDownloads;

    /** Nobody holds any. */
    public RequestShares(DownloadLimits downloads) {
        this.strangersDownloads = new DownloadPlaces<>(downloads);
        this.knownDownloads = new DownloadPlaces<>(downloads);
    }

    /** Lets a stranger's request begin, if need be by ending an older one. */
    public void enterStranger(WebConnection connection, boolean hasBody) {
        (hasBody ? strangersBodies : strangers)
                .takeFromOldest(connection, connection.cause())
                .ifPresent(WebConnection::cut);
    }

    /** Lets a request with a valid credential begin; TOO_MANY_REQUESTS. */
    public void enter(WebConnection connection, String credential) {
        connection.know();
        if (known.tryTake(connection, credential)) return;
        throw new MoverException(
                ErrorCode.TOO_MANY_REQUESTS, "as many requests with your token are worked on as may be at once");
    }

    /**
     * Lets the answer to a request be a download, for which there is more time; waits for its turn if need be.
     *
     * @param token who asks; null for somebody unknown
     * @throws MoverException TOO_MANY_CONNECTIONS; STOPPING
     */
    public void enterDownload(WebConnection connection, @Nullable String token) {
        DownloadPlaces<WebConnection> places = token != null ? knownDownloads : strangersDownloads;
        DownloadPlaces.Asked asked = places.ask(connection, token != null ? token : connection.cause());
        if (asked == DownloadPlaces.Asked.REFUSED) throw tooMany();
        // Who waits takes no place of requests that last a moment, and is not late itself.
        strangers.release(connection);
        known.release(connection);
        if (asked == DownloadPlaces.Asked.HELD) return;
        connection.rest();
        try {
            if (!places.await(connection)) throw tooMany();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.STOPPING, "this server is ending", e);
        }
    }

    /** Lets a download that waits have the place of this one, if one may, and waits for its own next turn; STOPPING. */
    public void passDownload(WebConnection connection) {
        try {
            strangersDownloads.pass(connection);
            knownDownloads.pass(connection);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.STOPPING, "this server is ending", e);
        }
    }

    private static MoverException tooMany() {
        return new MoverException(
                ErrorCode.TOO_MANY_CONNECTIONS,
                "as many files are being downloaded here, by you or by all, as may be at once");
    }

    /** True if this request was let in. */
    boolean hold(WebConnection connection) {
        return strangersBodies.has(connection)
                || strangers.has(connection)
                || known.has(connection)
                || strangersDownloads.has(connection)
                || knownDownloads.has(connection);
    }

    /** The request has ended. */
    void leave(WebConnection connection) {
        strangersBodies.release(connection);
        strangers.release(connection);
        known.release(connection);
        strangersDownloads.release(connection);
        knownDownloads.release(connection);
    }
}
