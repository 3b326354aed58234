package org.bdm.server.hook;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.catalog.hook.Hook;
import org.jspecify.annotations.Nullable;

/**
 * A POST to a web address, signed: {@code Bdm-Signature: t=SECONDS,v1=HEX}, where HEX is the HMAC-SHA-256 of {@code SECONDS.BODY} with the
 * secret of the hook. Any answer of 200 to 299 takes the message; redirects are not followed.
 */
final class WebCall implements HookSender<HookTarget.Web> {
    static final String SIGNATURE = "Bdm-Signature";

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final AddressGuard guard;
    private final InstantSource clock;
    private @Nullable HttpClient client; // guarded by this; it has a thread, and most sites have no hooks

    /** With the guard that is asked about every address: a hook must not reach what only this machine reaches. */
    WebCall(AddressGuard guard, InstantSource clock) {
        this.guard = guard;
        this.clock = clock;
    }

    @Override
    public void send(Hook hook, HookTarget.Web target, HookMessage message) throws HookFailure, InterruptedException {
        URI address = target.address();
        byte[] body = message.json();
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .header("User-Agent", "bulk-data-mover")
                .header(SIGNATURE, signature(hook.secret(), clock.instant().getEpochSecond(), body))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try {
            if (!guard.mayCall(address)) {
                throw new HookFailure(address.getHost()
                        + " has an address that is not public; an administrator of the server can name it"
                        + " with the setting allow-host");
            }
            int status = client().send(request, HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            if (status < 200 || status > 299) throw new HookFailure(address.getHost() + " answered " + status);
        } catch (HttpTimeoutException e) {
            throw new HookFailure(address.getHost() + " did not answer within " + TIMEOUT.toSeconds() + " s", e);
        } catch (IOException e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new HookFailure(address.getHost() + " cannot be reached: " + reason, e);
        }
    }

    private synchronized HttpClient client() {
        HttpClient made = client;
        if (made == null) {
            made = HttpClient.newBuilder()
                    .connectTimeout(TIMEOUT)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
            client = made;
        }
        return made;
    }

    static String signature(String secret, long seconds, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
            mac.update((seconds + ".").getBytes(StandardCharsets.US_ASCII));
            return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HMAC-SHA-256", e);
        }
    }
}
