package org.bdm.extension.oidc;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
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
    private final OutgoingClient client;

    IssuerCalls(URI issuer, AddressGuard guard) {
        this.issuer = issuer;
        this.guard = guard;
        this.client = new OutgoingClient(guard, TIMEOUT);
    }

    /**
     * Gets an object.
     *
     * @param authorization header of that name; null for none
     */
    JsonNode get(URI address, @Nullable String authorization) throws LoginRefused {
        HttpRequest.Builder request = client.request(address).GET();
        if (authorization != null) request.header("Authorization", authorization);
        return answer(address, request);
    }

    /** Posts a form, whose answer is an object. */
    JsonNode post(URI address, String form, @Nullable String authorization) throws LoginRefused {
        HttpRequest.Builder request = client.request(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form, StandardCharsets.UTF_8));
        if (authorization != null) request.header("Authorization", authorization);
        return answer(address, request);
    }

    private JsonNode answer(URI address, HttpRequest.Builder request) throws LoginRefused {
        request.header("Accept", "application/json").header("User-Agent", "bulk-data-mover");
        if (!turns.tryAcquire()) throw new LoginRefused(LoginEnd.BUSY, "too many logins at once");
        try {
            check(address);
            return sent(address, request);
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

    private JsonNode sent(URI address, HttpRequest.Builder request) throws LoginRefused {
        String host = address.getHost();
        try {
            HttpResponse<InputStream> answer = client.send(request, TIMEOUT);
            try (InputStream body = answer.body()) {
                byte[] bytes = body.readNBytes(BYTES_MAX + 1);
                if (bytes.length <= BYTES_MAX) return read(host, answer.statusCode(), bytes);
            }
            throw new IOException("its answer is longer than " + BYTES_MAX + " bytes");
        } catch (HttpTimeoutException e) {
            throw new LoginRefused(LoginEnd.ISSUER, host + " did not answer within " + TIMEOUT.toSeconds() + " s", e);
        } catch (IOException e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new LoginRefused(LoginEnd.ISSUER, host + " cannot be reached: " + reason, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoginRefused(LoginEnd.ISSUER, "this server is stopping", e);
        }
    }

    private JsonNode read(String host, int status, byte[] body) throws LoginRefused {
        JsonNode object;
        try {
            object = object(body);
        } catch (LoginRefused noObject) {
            if (status == 200) throw noObject;
            throw new LoginRefused(LoginEnd.ISSUER, host + " answered " + status, noObject);
        }
        if (status == 200) return object;
        String error = object.path("error").asString("");
        // The code of a login was used, is too old, or of another login.
        LoginEnd end = error.equals("invalid_grant") ? LoginEnd.INVALID : LoginEnd.ISSUER;
        throw new LoginRefused(end, host + " answered " + status + " " + LoginRefused.shown(error));
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
}
