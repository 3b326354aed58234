package org.bdm.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;
import org.bdm.core.control.Problem;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;

/** One server, asked over HTTP/1.1. It follows no redirection: a token goes to the server that was named, nowhere else. */
final class RestConnection {
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);
    private static final String BASE_PATH = "/api/v1";
    private static final String JSON = "application/json";
    private static final int PROBLEM_BYTES_MAX = 1 << 20;

    private final ServerAddress server;
    private final ServerLinks links;
    private final Repetition repetition;
    private final UnaryOperator<Supplier<byte[]>> waits;

    RestConnection(ServerAddress server, Repetition repetition) {
        this(server, repetition, UnaryOperator.identity());
    }

    RestConnection(ServerAddress server, Repetition repetition, UnaryOperator<Supplier<byte[]>> waits) {
        this.waits = waits;
        this.repetition = repetition;
        this.server = server;
        this.links = new ServerLinks(server);
    }

    <T> T get(RestPath path, JavaType type) {
        return read(path, request("GET", path).within(ANSWER_TIMEOUT), type);
    }

    <T> T send(String method, RestPath path, @Nullable Object message, JavaType type) {
        return read(path, sending(request(method, path), message), type);
    }

    /** Whatever the server sends, as it comes; no limit of time. The caller closes the stream. */
    InputStream download(RestPath path) {
        RestAnswer answer = exchange(request("GET", path).header("Accept", "*/*"));
        if (answer.isGood()) return answer.body();
        throw refusal(path, answer);
    }

    void delete(RestPath path) {
        answer(path, request("DELETE", path).within(ANSWER_TIMEOUT));
    }

    /** Posts what has no answer but that it was done. */
    void post(RestPath path, @Nullable Object message) {
        answer(path, sending(request("POST", path), message));
    }

    /** Posts with a key, so that a repetition of the same call has no further effect. */
    <T> T post(RestPath path, Object message, String idempotencyKey, JavaType type) {
        return read(path, sending(keyed(path, idempotencyKey), message), type);
    }

    /** As {@link #get}, with no limit of time: the server asks others, who have theirs. */
    <T> T getPatiently(RestPath path, JavaType type) {
        return read(path, request("GET", path), type);
    }

    /** As {@link #post}, with no limit of time: the server asks others, who have theirs. */
    <T> T postPatiently(RestPath path, Object message, String idempotencyKey, JavaType type) {
        return read(path, keyed(path, idempotencyKey).body(JSON, bytes(message)), type);
    }

    /** Posts a body of unknown length; no limit of time, since the server reads it as fast as it can store it. */
    <T> T postLines(RestPath path, Supplier<InputStream> lines, String idempotencyKey, JavaType type) {
        return read(path, keyed(path, idempotencyKey).body("application/x-ndjson", lines), type);
    }

    /** Posts a calendar that is in memory. */
    <T> T postCalendar(RestPath path, byte[] calendar, JavaType type) {
        return read(path, request("POST", path).within(ANSWER_TIMEOUT).body("text/calendar", calendar), type);
    }

    /** The answer as a calendar. */
    String calendar(RestPath path) {
        RestRequest request = request("GET", path).within(ANSWER_TIMEOUT);
        return new String(
                answer(path, request.header("Accept", "text/calendar, application/problem+json")),
                StandardCharsets.UTF_8);
    }

    /** Posts lines that are in memory. */
    <T> T postLines(RestPath path, byte[] lines, Duration timeout, JavaType type) {
        return read(path, request("POST", path).within(timeout).body("application/x-ndjson", lines), type);
    }

    /** Posts the bytes of a file of any length; no limit of time, since the server reads all of it before it answers. */
    <T> T postFile(RestPath path, Supplier<InputStream> file, JavaType type) {
        return read(path, request("POST", path).body("application/octet-stream", file), type);
    }

    /** The lines of a live feed after an event, until the server ends it; the caller closes it. */
    BufferedReader follow(RestPath path, @Nullable String lastEventId) {
        RestRequest request = request("GET", path).header("Accept", "text/event-stream");
        RestRequest after = lastEventId == null ? request : request.header("Last-Event-ID", lastEventId);
        InputStream body = repetition.of(() -> {
            RestAnswer answer = exchange(after);
            if (answer.status() != 200) throw refusal(path, answer);
            return answer.body();
        });
        return new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    private RestRequest keyed(RestPath path, String idempotencyKey) {
        return request("POST", path).keyed(idempotencyKey);
    }

    private RestRequest sending(RestRequest request, @Nullable Object message) {
        RestRequest timed = request.within(ANSWER_TIMEOUT);
        return message == null ? timed : timed.body(JSON, bytes(message));
    }

    private static byte[] bytes(Object message) {
        return Json.text(message).getBytes(StandardCharsets.UTF_8);
    }

    private RestRequest request(String method, RestPath path) {
        String target = server.base().getRawPath() + BASE_PATH + path.text();
        RestRequest request =
                RestRequest.of(method, target).header("Accept", "application/json, application/problem+json");
        return server.token() == null ? request : request.header("Authorization", "Bearer " + server.token());
    }

    private <T> T read(RestPath path, RestRequest request, JavaType type) {
        byte[] body = answer(path, request);
        T message = Json.read(body, type);
        if (message != null) return message;
        throw new ServerRefusal(notUnderstood(
                path, 200, "did not answer with a " + type.getRawClass().getSimpleName()));
    }

    private byte[] answer(RestPath path, RestRequest request) {
        return request.mayBeRepeated() ? repetition.of(() -> answerOnce(path, request)) : answerOnce(path, request);
    }

    private byte[] answerOnce(RestPath path, RestRequest request) {
        return waits.apply(() -> answered(path, request)).get();
    }

    private byte[] answered(RestPath path, RestRequest request) {
        RestAnswer answer = exchange(request);
        if (!answer.isGood()) throw refusal(path, answer);
        try (InputStream body = answer.body()) {
            return body.readAllBytes();
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    private ServerRefusal refusal(RestPath path, RestAnswer answer) {
        try (InputStream body = answer.body()) {
            return refusal(path, answer.status(), body.readNBytes(PROBLEM_BYTES_MAX));
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    private ServerRefusal refusal(RestPath path, int status, byte[] body) {
        Problem problem = Json.read(body, Json.type(Problem.class));
        // Another program may listen there: what it says is no problem of ours if it has no code.
        if (problem != null && problem.code() != null && problem.detail() != null) return new ServerRefusal(problem);
        return new ServerRefusal(notUnderstood(path, status, "answered with HTTP status " + status));
    }

    private Problem notUnderstood(RestPath path, int status, String what) {
        String detail = server.base() + BASE_PATH + path.text() + " " + what;
        boolean isBusy = status == 429 || (status >= 502 && status <= 504);
        String advice = isBusy
                ? "A proxy says that the server behind it is busy or restarting; try again."
                : "Check that a mover-server of the same version listens there.";
        return new Problem(null, null, status, detail, "HTTP_" + status, null, advice, List.of());
    }

    /** Exchanges a request for an answer. Errors in reading the body of the request are thrown unchanged. */
    private RestAnswer exchange(RestRequest request) {
        try {
            return links.exchange(request);
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    ServerUnreachable unreachable(IOException e) {
        return unreachable(server, e);
    }

    /** The failure of a server that did not answer to the end. */
    static ServerUnreachable unreachable(ServerAddress server, IOException e) {
        return new ServerUnreachable(server.base(), describe(e), e);
    }

    private static String describe(IOException e) {
        if (e instanceof SocketTimeoutException) {
            boolean isConnecting =
                    String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("connect");
            return isConnecting ? "busy or not reachable: no connection in time" : "busy: no answer in time";
        }
        if (e instanceof SSLException) return "no secure connection: " + e.getMessage();
        if (e instanceof ConnectException)
            return e.getCause() instanceof UnknownHostException
                    ? "unknown host name"
                    : "connection refused or no route";
        return "connection lost before the answer" + (e.getMessage() == null ? "" : " (" + e.getMessage() + ")");
    }
}
