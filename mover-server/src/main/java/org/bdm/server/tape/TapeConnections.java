package org.bdm.server.tape;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.HttpOrigin;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.server.discovery.http.BoundedBody;
import org.bdm.server.discovery.record.JsonAnswers;
import org.bdm.server.outgoing.OutgoingClient;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Sends requests to tape services under the rules for data nodes: the address guard, the proxy of the site, the certificates and the token of
 * the host that is asked, which goes over TLS only. Any thread that may block.
 */
final class TapeConnections {
    private static final Duration CONNECT_MAX = Duration.ofSeconds(15);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(60);
    private static final long ANSWER_BYTES_MAX = 32L << 20; // 10,000 paths of 1,000 letters, and as much beside them

    private final AddressGuard guard;
    private final Function<String, NodePolicy> policies;
    private final String userAgent;
    private final OutgoingClient usual;
    private final Map<String, Special> special = new ConcurrentHashMap<>();

    /** By host that has too much to do. */
    private final Map<String, Duration> pauses = new ConcurrentHashMap<>();

    private record Special(NodePolicy policy, OutgoingClient client) {}

    /**
     * Connects to nobody yet.
     *
     * @param policies by data node, as they are now
     */
    TapeConnections(AddressGuard guard, Function<String, NodePolicy> policies, String userAgent) {
        this.guard = guard;
        this.policies = policies;
        this.userAgent = userAgent;
        this.usual = new OutgoingClient(guard, CONNECT_MAX);
    }

    TapeReply get(URI at) {
        return send(at, request -> request.GET());
    }

    TapeReply post(URI at, Object body) {
        String json = JsonAnswers.MAPPER.writeValueAsString(body);
        return send(
                at,
                request -> request.header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json, StandardCharsets.UTF_8)));
    }

    TapeReply delete(URI at) {
        return send(at, request -> request.DELETE());
    }

    /** Returns how long a host that had too much to do asked to wait; each such answer counts once. */
    Optional<Duration> takePause(URI at) {
        return Optional.ofNullable(pauses.remove(HttpOrigin.of(at).node()));
    }

    private TapeReply send(URI at, Function<HttpRequest.Builder, HttpRequest.Builder> method) {
        try {
            if (!guard.mayCall(at)) {
                throw new MoverException(
                        ErrorCode.ADDRESS_REFUSED, "the tape service " + at + " has an address that is not public");
            }
            String node = HttpOrigin.of(at).node();
            NodePolicy policy = policies.apply(node);
            OutgoingClient client = client(node, policy);
            HttpRequest.Builder request =
                    client.request(at).header("Accept", "application/json").header("User-Agent", userAgent);
            boolean mayCarry = HttpOrigin.of(at).tls() || policy.tokenOverPlainHttp();
            if (mayCarry) policy.bearerToken().ifPresent(token -> request.header("Authorization", "Bearer " + token));
            TapeReply reply = read(client.send(method.apply(request), ANSWER_MAX));
            if (reply.isTooMany()) reply.retryAfter().ifPresent(pause -> pauses.put(node, pause));
            return reply;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.STOPPING, "stopped while asking the tape service " + at, e);
        } catch (IOException | JacksonException e) {
            throw new MoverException(
                    ErrorCode.DATA_NODE_UNREACHABLE,
                    "the tape service " + at + " does not answer as it should: " + e,
                    e);
        }
    }

    private OutgoingClient client(String node, NodePolicy policy) {
        Special made = special.compute(node, (name, known) -> current(name, known, policy));
        return made == null ? usual : made.client();
    }

    private @Nullable Special current(String node, @Nullable Special known, NodePolicy policy) {
        if (known != null && known.policy().hasCertificatesOf(policy)) return known;
        return policy.tlsOfJdk(node)
                .map(tls -> new Special(policy, new OutgoingClient(guard, CONNECT_MAX, Optional.of(tls))))
                .orElse(null);
    }

    private static TapeReply read(HttpResponse<InputStream> answer) throws IOException {
        try (InputStream body = new BoundedBody(answer.body(), ANSWER_BYTES_MAX)) {
            boolean isOk = answer.statusCode() >= 200 && answer.statusCode() < 300;
            JsonNode json = isOk ? json(body) : MissingNode.getInstance();
            Optional<Duration> pause = answer.headers()
                    .firstValue("Retry-After")
                    .filter(text -> text.strip().matches("\\d{1,6}"))
                    .map(text -> Duration.ofSeconds(Long.parseLong(text.strip())));
            return new TapeReply(answer.statusCode(), json, answer.headers().firstValue("Location"), pause);
        }
    }

    /** Missing for an answer without JSON: some say nothing when they have released, others that all is well. */
    private static JsonNode json(InputStream body) throws IOException {
        byte[] bytes = body.readAllBytes();
        if (bytes.length == 0) return MissingNode.getInstance();
        try (JsonParser parser = JsonAnswers.MAPPER.createParser(bytes)) {
            parser.nextToken();
            return JsonAnswers.tree(parser).orElse(MissingNode.getInstance());
        }
    }
}
