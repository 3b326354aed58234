package org.bdm.server.discovery.http;

import java.io.IOException;

/** Sends one request and gives its answer, whatever its status. Any thread; blocks until the headers are there. */
public interface HttpTransport {
    /**
     * Redirects are followed, at most five, within {@code http} and {@code https} only, never from {@code https} to {@code http}, and only
     * to addresses that the guard lets through.
     *
     * @throws java.net.http.HttpTimeoutException if there was no answer in time; reading the body throws it, too
     * @throws IOException if there is no connection or it breaks
     */
    HttpAnswer send(HttpQuestion question) throws IOException, InterruptedException;
}
