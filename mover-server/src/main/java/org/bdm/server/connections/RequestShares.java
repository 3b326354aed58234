package org.bdm.server.connections;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * Request threads, shared out to those who cause their use: an address for callers without a valid credential, a token for the others. A
 * stranger's request makes place for the next one of the same address, since honest ones last a moment; others are told to come again.
 * Any thread.
 */
public final class RequestShares {
    private final Shares<WebConnection> strangersBodies = new Shares<>(16, 32);
    private final Shares<WebConnection> strangers = new Shares<>(16, 48);
    private final Shares<WebConnection> known = new Shares<>(32, 96);
    private final Shares<WebConnection> strangersDownloads;
    private final Shares<WebConnection> knownDownloads;

    /**
     * Nobody holds any.
     *
     * @param downloadsPerCauseMax downloads of one address or token at once
     * @param downloadsMax downloads of all addresses, and as many of all tokens
     */
    public RequestShares(int downloadsPerCauseMax, int downloadsMax) {
        this.strangersDownloads = new Shares<>(downloadsPerCauseMax, downloadsMax);
        this.knownDownloads = new Shares<>(downloadsPerCauseMax, downloadsMax);
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

    /** Lets the answer to a request be a download, for which there is more time; TOO_MANY_CONNECTIONS. */
    public void enterDownload(WebConnection connection, String cause, boolean isKnown) {
        if ((isKnown ? knownDownloads : strangersDownloads).tryTake(connection, cause)) {
            strangers.release(connection);
            known.release(connection);
            return;
        }
        throw new MoverException(
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
