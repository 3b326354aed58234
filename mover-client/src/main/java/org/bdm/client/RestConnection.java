package org.bdm.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.bdm.core.control.Problem;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;

/** One server, asked over HTTP/1.1. It follows no redirection: a token goes to the server that was named, nowhere else. */
final class RestConnection {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);
    private static final String BASE_PATH = "/api/v1";
    private static final int PROBLEM_BYTES_MAX = 1 << 20;

    private final ServerAddress server;
    private final HttpClient http;

    RestConnection(ServerAddress server) {
        this.server = server;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT);
        if (server.certificateFile() != null) builder.sslContext(TrustedCertificates.only(server.certificateFile()));
        else if (!server.isEncrypted()) builder.sslContext(TrustedCertificates.none());
        this.http = builder.build();
    }

    <T> T get(RestPath path, JavaType type) {
        return read(path, request(path).timeout(ANSWER_TIMEOUT).GET(), type);
    }

    <T> T send(String method, RestPath path, @Nullable Object message, JavaType type) {
        return read(path, sending(method, path, message), type);
    }

    /** Whatever the server sends, as it comes; no limit of time. The caller closes the stream. */
    InputStream download(RestPath path) {
        HttpRequest request = request(path).setHeader("Accept", "*/*").GET().build();
        HttpResponse<InputStream> response = exchange(request, BodyHandlers.ofInputStream());
        if (response.statusCode() / 100 == 2) return response.body();
        try (InputStream body = response.body()) {
            throw refusal(path, response.statusCode(), body.readNBytes(PROBLEM_BYTES_MAX));
        } catch (IOException e) {
            throw new ServerUnreachable(server.base(), describe(e), e);
        }
    }

    void delete(RestPath path) {
        answer(path, request(path).timeout(ANSWER_TIMEOUT).DELETE());
    }

    /** Posts with a key, so that a repetition of the same call has no further effect. */
    <T> T post(RestPath path, Object message, String idempotencyKey, JavaType type) {
        return read(path, sending("POST", path, message).header("Idempotency-Key", idempotencyKey), type);
    }

    /** As {@link #get}, with no limit of time: the server asks others, who have theirs. */
    <T> T getPatiently(RestPath path, JavaType type) {
        return read(path, request(path).GET(), type);
    }

    /** As {@link #post}, with no limit of time: the server asks others, who have theirs. */
    <T> T postPatiently(RestPath path, Object message, String idempotencyKey, JavaType type) {
        HttpRequest.Builder request = request(path)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", idempotencyKey)
                .POST(BodyPublishers.ofString(Json.text(message)));
        return read(path, request, type);
    }

    /** Posts a body of unknown length; no limit of time, since the server reads it as fast as it can store it. */
    <T> T postLines(RestPath path, Supplier<InputStream> lines, String idempotencyKey, JavaType type) {
        HttpRequest.Builder request = request(path)
                .header("Content-Type", "application/x-ndjson")
                .header("Idempotency-Key", idempotencyKey)
                .POST(BodyPublishers.ofInputStream(lines));
        return read(path, request, type);
    }

    /** Posts the bytes of a file of any length; no limit of time, since the server reads all of it before it answers. */
    <T> T postFile(RestPath path, Supplier<InputStream> file, JavaType type) {
        HttpRequest.Builder request = request(path)
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofInputStream(file));
        return read(path, request, type);
    }

    /** The lines of a live feed, until the server ends it; the caller closes the stream. */
    Stream<String> follow(RestPath path, @Nullable String lastEventId) {
        HttpRequest.Builder request = request(path).GET().setHeader("Accept", "text/event-stream");
        if (lastEventId != null) request.header("Last-Event-ID", lastEventId);
        HttpResponse<Stream<String>> response = exchange(request.build(), BodyHandlers.ofLines());
        if (response.statusCode() == 200) return response.body();
        try (Stream<String> lines = response.body()) {
            byte[] body = String.join("\n", lines.limit(10_000).toList()).getBytes(StandardCharsets.UTF_8);
            throw refusal(path, response.statusCode(), body);
        }
    }

    private HttpRequest.Builder sending(String method, RestPath path, @Nullable Object message) {
        BodyPublisher body = message == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.text(message));
        HttpRequest.Builder request = request(path).timeout(ANSWER_TIMEOUT).method(method, body);
        if (message != null) request.header("Content-Type", "application/json");
        return request;
    }

    private HttpRequest.Builder request(RestPath path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.base() + BASE_PATH + path.text()))
                .header("Accept", "application/json, application/problem+json");
        if (server.token() != null) request.header("Authorization", "Bearer " + server.token());
        return request;
    }

    private <T> T read(RestPath path, HttpRequest.Builder request, JavaType type) {
        byte[] body = answer(path, request);
        T message = Json.read(body, type);
        if (message != null) return message;
        throw new ServerRefusal(notUnderstood(
                path,
                200,
                "answered something else than a " + type.getRawClass().getSimpleName()));
    }

    private byte[] answer(RestPath path, HttpRequest.Builder request) {
        HttpResponse<byte[]> response = exchange(request.build(), BodyHandlers.ofByteArray());
        if (response.statusCode() / 100 == 2) return response.body();
        throw refusal(path, response.statusCode(), response.body());
    }

    private ServerRefusal refusal(RestPath path, int status, byte[] body) {
        Problem problem = Json.read(body, Json.type(Problem.class));
        // Another program may listen there: what it says is no problem of ours if it has no code.
        if (problem != null && problem.code() != null && problem.detail() != null) return new ServerRefusal(problem);
        return new ServerRefusal(notUnderstood(path, status, "answered with HTTP status " + status));
    }

    private Problem notUnderstood(RestPath path, int status, String what) {
        String detail = server.base() + BASE_PATH + path.text() + " " + what;
        String advice = "Check that a mover-server of a version that fits listens there.";
        return new Problem(null, null, status, detail, "HTTP_" + status, null, advice, List.of());
    }

    private <B> HttpResponse<B> exchange(HttpRequest request, BodyHandler<B> handler) {
        try {
            return http.send(request, handler);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerUnreachable(server.base(), "interrupted", e);
        } catch (IOException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof BatchLineException badLine) throw badLine;
                if (cause instanceof UncheckedIOException unreadable) throw unreadable;
            }
            throw new ServerUnreachable(server.base(), describe(e), e);
        }
    }

    private static String describe(IOException e) {
        if (e instanceof HttpTimeoutException) return "no answer in time";
        if (e instanceof SSLException) return "no secure connection: " + e.getMessage();
        if (e instanceof ConnectException)
            return causedByUnknownHost(e) ? "host name not known" : "connection refused or no route";
        return "connection lost before the answer" + (e.getMessage() == null ? "" : " (" + e.getMessage() + ")");
    }

    private static boolean causedByUnknownHost(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) return true;
        }
        return false;
    }
}
