package org.bdm.server.discovery.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.outgoing.OutgoingClient;

/** {@link HttpTransport} with the HTTP client of the JDK. */
public final class JdkTransport implements HttpTransport {
    private static final int REDIRECTS_MAX = 5;

    private final OutgoingClient client;
    private final IndexAddresses addresses;

    /**
     * Keeps connections open between requests.
     *
     * @param guard is asked about every address but that of the index itself
     */
    public JdkTransport(IndexSettings index, AddressGuard guard) {
        addresses = new IndexAddresses(index.address(), guard);
        client = new OutgoingClient(guard, index.connectTimeout());
    }

    @Override
    public HttpAnswer send(HttpQuestion question) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + question.timeout().toNanos();
        URI at = question.address();
        Optional<String> body = question.body();
        for (int redirects = 0; ; redirects++) {
            addresses.check(at);
            HttpResponse<InputStream> response = client.send(request(question, at, body), left(deadlineNanos));
            Optional<URI> next = next(response, at);
            if (next.isEmpty()) return answer(response);
            response.body().close();
            if (at.getScheme().equalsIgnoreCase("https")
                    && !"https".equalsIgnoreCase(next.get().getScheme()))
                throw new RedirectRefused("it redirects from https to http");
            if (redirects == REDIRECTS_MAX)
                throw new RedirectRefused("it redirects more than " + REDIRECTS_MAX + " times");
            boolean isPostKept = response.statusCode() == 307 || response.statusCode() == 308;
            if (!isPostKept) body = Optional.empty();
            at = next.get();
        }
    }

    private static Duration left(long deadlineNanos) throws HttpTimeoutException {
        Duration left = Duration.ofNanos(deadlineNanos - System.nanoTime());
        if (left.isNegative() || left.isZero()) throw new HttpTimeoutException("its redirects took too long");
        return left;
    }

    private HttpRequest.Builder request(HttpQuestion question, URI at, Optional<String> body) {
        HttpRequest.Builder request = client.request(at)
                .header("Accept", question.accept())
                .header("Accept-Encoding", "gzip")
                .header("User-Agent", question.userAgent());
        body.ifPresent(text -> request.header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(text, StandardCharsets.UTF_8)));
        return request;
    }

    /** Returns the target of a redirect; empty for any other answer. */
    private static Optional<URI> next(HttpResponse<InputStream> response, URI at) throws IOException {
        Optional<String> location = response.headers().firstValue("Location");
        boolean isRedirect = switch (response.statusCode()) {
            case 301, 302, 303, 307, 308 -> location.isPresent();
            default -> false;
        };
        if (!isRedirect) return Optional.empty();
        try {
            return location.map(text -> at.resolve(text.strip()));
        } catch (IllegalArgumentException e) {
            response.body().close();
            throw new RedirectRefused("it redirects to something that is not an address");
        }
    }

    private static HttpAnswer answer(HttpResponse<InputStream> response) throws IOException {
        HttpHeaders headers = response.headers();
        return new HttpAnswer(
                response.uri(),
                response.statusCode(),
                headers.firstValue("Content-Type"),
                headers.firstValue("Retry-After"),
                unpacked(response));
    }

    private static InputStream unpacked(HttpResponse<InputStream> response) throws IOException {
        String coding =
                response.headers().firstValue("Content-Encoding").orElse("").toLowerCase(Locale.ROOT);
        InputStream body = response.body();
        if (!coding.equals("gzip") && !coding.equals("x-gzip")) return body;
        try {
            return new GZIPInputStream(body);
        } catch (IOException e) {
            body.close();
            throw e;
        }
    }
}
