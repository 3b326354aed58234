package org.bdm.server.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** {@link HttpTransport} with the HTTP client of the JDK. */
public final class JdkTransport implements HttpTransport {
    private final HttpClient client;

    /** Keeps connections open between requests. */
    public JdkTransport(Duration connectTimeout) {
        client = HttpClient.newBuilder()
                .connectTimeout(connectTimeout)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
    }

    @Override
    public HttpAnswer send(HttpQuestion question) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + question.timeout().toNanos();
        HttpRequest.Builder request = HttpRequest.newBuilder(question.address())
                .timeout(question.timeout())
                .header("Accept", question.accept())
                .header("Accept-Encoding", "gzip")
                .header("User-Agent", question.userAgent());
        question.body()
                .ifPresent(body -> request.header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8)));
        HttpResponse<InputStream> response = client.send(request.build(), head -> new TimedBody(deadlineNanos));
        return answer(response);
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
