package org.bdm.core.s3.http;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.s3.ShownText;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.HttpDialler;
import org.bdm.core.source.http.node.HttpLoops;
import org.bdm.core.source.http.node.HttpOrigin;
import org.bdm.core.source.http.node.HttpSettings;
import org.bdm.core.source.http.node.NameResolver;
import org.bdm.core.source.http.node.WebProxy;
import org.jspecify.annotations.Nullable;

/** One store, and its connections, which all of its buckets share. Any thread that may block. */
public final class S3Service implements AutoCloseable {
    /** Connections to a store at once, over all jobs. */
    public static final int CONNECTIONS_MAX = 64;

    private static final Pattern BUCKET = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{1,254}");

    private final S3Endpoint endpoint;
    private final Outside outside;
    private final S3Timing timing;
    private final SigningKeys keys = new SigningKeys();
    private final Map<HttpOrigin, S3Connections> connections = new ConcurrentHashMap<>();

    /**
     * The world around requests.
     *
     * @param loops of the connections; must outlive the service
     * @param settings of connections: their certificates by host, and who asks
     * @param random safe on any thread
     * @param pauses waits before a store is asked again
     */
    public record Outside(
            HttpLoops loops,
            HttpSettings settings,
            WebProxy proxy,
            InstantSource clock,
            RandomGenerator random,
            Pauses pauses) {
        /** Waits. */
        @FunctionalInterface
        public interface Pauses {
            void pause(Duration time) throws InterruptedException;
        }
    }

    /** Connects to nothing yet. */
    public S3Service(S3Endpoint endpoint, Outside outside, S3Timing timing) {
        this.endpoint = endpoint;
        this.outside = outside;
        this.timing = timing;
    }

    /** Returns the store as it was configured. */
    public S3Endpoint endpoint() {
        return endpoint;
    }

    S3Timing timing() {
        return timing;
    }

    /**
     * Returns a bucket, which is not looked for yet.
     *
     * @throws MoverException INVALID_REQUEST for what cannot be the name of one
     */
    public Bucket bucket(String name) {
        if (!BUCKET.matcher(name).matches() || name.contains(".."))
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "'" + ShownText.of(name) + "' cannot be the name of a bucket");
        return new HttpBucket(this, name);
    }

    /**
     * Asks once, without a second try.
     *
     * @param limits of the request and its whole answer
     * @throws MoverException CONNECTION_LOST, TIMED_OUT; the connection is closed then
     */
    S3Answer ask(String bucket, S3Request request, S3Timing.Limits limits) {
        HttpOrigin origin = endpoint.origin(bucket);
        S3Connections to = connections.computeIfAbsent(origin, this::connections);
        HttpRequest signed = signed(origin, bucket, request); // before a connection waits for it
        while (true) {
            SentRequest sent = to.send(signed, request.body());
            try {
                return sent.answer(limits);
            } catch (MoverException e) {
                boolean wasClosedIdle = sent.isReused() && e.code() == ErrorCode.CONNECTION_LOST;
                if (!wasClosedIdle || !request.onlyReads()) throw e;
            }
        }
    }

    /** Sends a request that reads, if there may be one more connection; null if not. */
    @Nullable SentRequest sendAhead(String bucket, S3Request request) {
        HttpOrigin origin = endpoint.origin(bucket);
        S3Connections to = connections.computeIfAbsent(origin, this::connections);
        return to.trySend(signed(origin, bucket, request));
    }

    private S3Connections connections(HttpOrigin origin) {
        // Who configures a store means it, in a private network too.
        AddressGuard guard = new AddressGuard(List.of(origin.host()), outside.proxy());
        HttpDialler dialler = new HttpDialler(outside.settings(), guard, NameResolver.ofSystem(), outside.loops());
        return new S3Connections(origin, dialler, outside.loops(), timing, CONNECTIONS_MAX);
    }

    private HttpRequest signed(HttpOrigin origin, String bucket, S3Request request) {
        boolean isPath = endpoint.style() == S3Endpoint.AddressStyle.PATH;
        String path = "/" + (isPath ? PercentCoding.encoded(bucket) : "")
                + (request.key().isEmpty() ? "" : (isPath ? "/" : "") + PercentCoding.encodedPath(request.key()));
        String query = PercentCoding.query(request.query());
        HttpRequest sent = new DefaultHttpRequest(
                HttpVersion.HTTP_1_1, request.method(), query.isEmpty() ? path : path + "?" + query);
        HttpHeaders headers = sent.headers();
        headers.set(HttpHeaderNames.HOST, origin.node());
        headers.set(HttpHeaderNames.USER_AGENT, outside.settings().userAgent());
        headers.set(HttpHeaderNames.ACCEPT_ENCODING, "identity");
        request.headers().forEach(headers::set);
        ByteBuffer body = request.body();
        boolean isChange = !request.onlyReads();
        if (isChange) headers.set(HttpHeaderNames.CONTENT_LENGTH, body == null ? 0 : body.remaining());
        endpoint.credentials().map(CredentialsFile::current).ifPresent(who -> {
            Map<String, String> signed = new TreeMap<>(request.headers());
            signed.put("host", origin.node());
            new RequestSignature(who, endpoint.region(), outside.clock().instant(), keys)
                    .headers(request.method().name(), path, query, signed, request.bodySha256())
                    .forEach(headers::set);
        });
        if (endpoint.credentials().isEmpty() && isChange) headers.set("x-amz-content-sha256", request.bodySha256());
        return sent;
    }

    /** Returns the refusal of a request, for people; one of the credentials says what to renew. */
    S3Refusal refused(String bucket, S3Request request, S3Answer answer, StoreError error) {
        S3Refusal refusal = request.refused(answer, error, endpoint.shown(bucket));
        if (!refusal.isOfCredentials() || endpoint.credentials().isEmpty()) return refusal;
        String remedy = error.code().equals("RequestTimeTooSkewed")
                ? "synchronize the clock of this server"
                : "renew the credentials in " + endpoint.credentials().get().file();
        return new S3Refusal(
                refusal.status(), refusal.code(), refusal.getMessage() + "; " + remedy, refusal.retryAfter());
    }

    /** Waits before the next try; an interrupt ends the request. */
    void pause(Duration time) {
        try {
            outside.pauses().pause(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.STOPPING, "a request to " + endpoint + " was interrupted", e);
        }
    }

    /** A pause of about this length: a quarter more or less. */
    Duration scattered(Duration about) {
        long nanos = about.toNanos();
        return Duration.ofNanos(nanos - nanos / 4 + outside.random().nextLong(1 + nanos / 2));
    }

    /** Closes the connections that wait; who uses one goes on. */
    @Override
    public void close() {
        connections.values().forEach(S3Connections::close);
    }
}
