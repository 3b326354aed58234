package org.bdm.server.discovery.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Optional;

/**
 * An HTTP answer. The receiver closes it.
 *
 * @param address where it came from, after redirects
 * @param contentType empty if there is none
 * @param retryAfter the header of that name
 * @param body not compressed any more
 */
public record HttpAnswer(
        URI address, int status, Optional<String> contentType, Optional<String> retryAfter, InputStream body)
        implements Closeable {
    @Override
    public void close() throws IOException {
        body.close();
    }
}
