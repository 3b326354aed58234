package org.bdm.extension.oidc;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.outgoing.OutgoingClient;
import org.bdm.server.site.oidc.LoginEnd;
import org.bdm.server.site.oidc.LoginRefused;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests to the issuer: at most 8 at once, 10 seconds and 256 KiB each, no redirects. The host of the issuer is a setting and may be
 * called; hosts that its documents name must have a public address, or be allowed. Any thread that may block.
 */
final class IssuerCalls {
    static final int BYTES_MAX = 256 * 1024;

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int AT_ONCE_MAX = 8;
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final URI issuer;
    private final AddressGuard guard;
    private final JsonMapper json = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();
    private final Semaphore turns = new Semaphore(AT_ONCE_MAX);
    private @Nullable HttpClient client; // guarded by this; it has a thread, and most sites have no issuer

    IssuerCalls(URI issuer, AddressGuard guard) {
        this.issuer = issuer;
        this.guard = guard;
    }

    /**
     * Gets an object.
     *
     * @param authorization header of that name; null for none
     */
    JsonNode get(URI address, @Nullable String authorization) throws LoginRefused {
        HttpRequest.Builder request = OutgoingClient.request(guard, address).GET();
        if (authorization != null) request.header("Authorization", authorization);
        return answer(request);
    }

    /** Posts a form, whose answer is an object. */
    JsonNode post(URI address, String form, @Nullable String authorization) throws LoginRefused {
        HttpRequest.Builder request = OutgoingClient.request(guard, address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form, StandardCharsets.UTF_8));
        if (authorization != null) request.header("Authorization", authorization);
        return answer(request);
    }

    private JsonNode answer(HttpRequest.Builder builder) throws LoginRefused {
        HttpRequest request = builder.timeout(TIMEOUT)
                .header("Accept", "application/json")
                .header("User-Agent", "bulk-data-mover")
                .build();
        if (!turns.tryAcquire()) throw new LoginRefused(LoginEnd.BUSY, "too many logins at once");
        try {
            check(request.uri());
            return read(sent(request));
        } finally {
            turns.release();
        }
    }

    private void check(URI address) throws LoginRefused {
        boolean isOfIssuer = address.getScheme().equalsIgnoreCase(issuer.getScheme())
                && address.getHost().equalsIgnoreCase(issuer.getHost())
                && port(address) == port(issuer);
        try {
            if (isOfIssuer || guard.mayCall(address)) return;
        } catch (IOException e) {
            throw new LoginRefused(LoginEnd.ISSUER, "nobody knows the host " + address.getHost(), e);
        }
        throw new LoginRefused(
                LoginEnd.ISSUER,
                "the issuer names " + address.getHost()
                        + ", whose address is not public; the setting allow-host can name it");
    }

    private static int port(URI address) {
        if (address.getPort() >= 0) return address.getPort();
        return address.getScheme().equalsIgnoreCase("https") ? HTTPS_PORT : HTTP_PORT;
    }

    private HttpResponse<byte[]> sent(HttpRequest request) throws LoginRefused {
        String host = request.uri().getHost();
        CompletableFuture<HttpResponse<byte[]>> answer =
                client().sendAsync(request, head -> new BoundedBytes(BYTES_MAX));
        try {
            return answer.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
            throw new LoginRefused(LoginEnd.ISSUER, host + " cannot be reached: " + reason, e);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new LoginRefused(LoginEnd.ISSUER, host + " did not answer within " + TIMEOUT.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new LoginRefused(LoginEnd.ISSUER, "this server is stopping", e);
        }
    }

    private JsonNode read(HttpResponse<byte[]> response) throws LoginRefused {
        String host = response.uri().getHost();
        JsonNode object;
        try {
            object = object(response.body());
        } catch (LoginRefused noObject) {
            if (response.statusCode() == 200) throw noObject;
            throw new LoginRefused(LoginEnd.ISSUER, host + " answered " + response.statusCode(), noObject);
        }
        if (response.statusCode() == 200) return object;
        String error = object.path("error").asString("");
        // The code of a login was used, is too old, or of another login.
        LoginEnd end = error.equals("invalid_grant") ? LoginEnd.INVALID : LoginEnd.ISSUER;
        throw new LoginRefused(end, host + " answered " + response.statusCode() + " " + LoginRefused.shown(error));
    }

    /** The JSON object that these bytes are; ISSUER if they are none. */
    JsonNode object(byte[] bytes) throws LoginRefused {
        try {
            JsonNode object = json.readTree(bytes);
            if (object != null && object.isObject()) return object;
        } catch (JacksonException e) {
            throw new LoginRefused(LoginEnd.ISSUER, "the issuer answered what is not JSON", e);
        }
        throw new LoginRefused(LoginEnd.ISSUER, "the issuer answered what is not a JSON object");
    }

    private synchronized HttpClient client() {
        HttpClient made = client;
        if (made == null) {
            made = OutgoingClient.of(guard, TIMEOUT);
            client = made;
        }
        return made;
    }
}
