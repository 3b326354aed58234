package org.bdm.server.hook;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.catalog.hook.Hook;
import org.bdm.server.outgoing.OutgoingClient;

/**
 * A POST to a web address, signed as {@link HookSignature} says. Any answer of 200 to 299 takes the message; what follows the status is not
 * read, and redirects are not followed.
 */
final class WebCall implements HookSender<HookTarget.Web> {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final AddressGuard guard;
    private final InstantSource clock;
    private final OutgoingClient client;

    /** With the guard that is asked about every address: a hook must not reach what only this machine reaches. */
    WebCall(AddressGuard guard, InstantSource clock) {
        this.guard = guard;
        this.client = new OutgoingClient(guard, TIMEOUT);
        this.clock = clock;
    }

    @Override
    public void send(Hook hook, HookTarget.Web target, HookMessage message) throws HookFailure, InterruptedException {
        URI address = target.address();
        byte[] body = message.json();
        HttpRequest.Builder request = client.request(address)
                .header("Content-Type", "application/json")
                .header("User-Agent", "bulk-data-mover")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        new HookSignature(hook.secret(), message.id(), clock.instant().getEpochSecond(), body)
                .headers()
                .forEach(request::header);
        try {
            if (!guard.mayCall(address)) {
                throw new HookFailure(address.getHost()
                        + " has an address that is not public; an administrator of the server can name it"
                        + " with the setting allow-host");
            }
            int status = status(request);
            if (status < 200 || status > 299) throw new HookFailure(address.getHost() + " answered " + status);
        } catch (HttpTimeoutException e) {
            throw new HookFailure(address.getHost() + " did not answer within " + TIMEOUT.toSeconds() + " s", e);
        } catch (IOException e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new HookFailure(address.getHost() + " cannot be reached: " + reason, e);
        }
    }

    /** The status alone judges; a body may be long, or never end. */
    private int status(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = client.send(request, TIMEOUT);
        answer.body().close(); // and the connection, unless the body was there already
        return answer.statusCode();
    }
}
