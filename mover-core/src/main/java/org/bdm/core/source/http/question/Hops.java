package org.bdm.core.source.http.question;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.ConnectFailures;
import org.bdm.core.source.http.node.CopyTrouble;
import org.bdm.core.source.http.node.Exchange;
import org.bdm.core.source.http.node.HttpConnection;
import org.bdm.core.source.http.node.HttpLine;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.HttpOrigin;
import org.bdm.core.source.http.node.NodePolicy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One question on its way: connects, follows redirects, tries the other scheme once if the one that was published cannot be reached, and
 * sorts out every answer that is not about the file. Each hop is guarded as the first one is, and none of them leaves TLS out unless the
 * question allows that. Belongs to one event loop, that of all its
 * connections.
 */
public final class Hops implements Exchange {
    private static final Logger LOG = LoggerFactory.getLogger(Hops.class);
    private static final int HOPS_MAX = 10;
    private static final int CHALLENGE_CHARS_MAX =
            16 << 10; // of a refusal, in which the maker of a challenge is looked for
    private static final int DRAINED_BYTES_MAX = 64 << 10; // of a body that nobody reads, to keep the connection
    private static final Pattern LOGIN = Pattern.compile(
            "/esg-orp/|/openid|/oauth2?/|/login|/signin|/sso/|^https?://(auth|login|sso|idp|aai)\\.",
            Pattern.CASE_INSENSITIVE);

    private final HttpNodes nodes;
    private final CopyQuestion question;
    private final EventLoop loop;
    private final HopListener listener;
    private final Set<String> visited = new HashSet<>(); // with the cookies that were sent
    private final CookieJar cookies = new CookieJar();
    private URI at;
    private boolean isSwapped;
    private @Nullable CopyTrouble beforeSwap;
    private boolean isAnswered;
    private boolean isHeadSeen;
    private @Nullable Runnable afterDrain;
    private int drained;
    private final StringBuilder drainedText = new StringBuilder();
    private boolean isOver;
    private volatile boolean isDowngraded;
    private @Nullable HttpConnection connection;
    private @Nullable HttpConnection reserved; // for the first hop

    public Hops(HttpNodes nodes, CopyQuestion question, HttpLine line, HopListener listener) {
        this.nodes = nodes;
        this.question = question;
        this.loop = line.loop();
        this.reserved = line.idle();
        this.listener = listener;
        this.at = question.location();
    }

    public void start() {
        at = nodes.usual(question.location(), question.mayBePlain());
        isSwapped = !at.equals(question.location());
        visited.add(at.toString());
        connect(true);
    }

    /** True when a hop went without TLS although the copy was published with TLS. Any thread. */
    public boolean isDowngraded() {
        return isDowngraded;
    }

    /** Nothing is told any more; the connection is closed. */
    public void abandon() {
        isOver = true;
        HttpConnection used = connection;
        if (used != null) used.abandon();
        HttpConnection unused = reserved;
        reserved = null;
        if (unused != null) unused.close();
    }

    private void connect(boolean mayBeUsed) {
        if (isOver) return;
        HttpOrigin origin;
        try {
            origin = HttpOrigin.of(at);
            HttpConnection idle = mayBeUsed ? idle(origin) : null;
            if (idle != null) {
                ask(idle);
                return;
            }
            var unused = nodes.dial(origin, loop).whenComplete((dialled, failure) -> dialled(origin, dialled, failure));
        } catch (MoverException e) {
            trouble(CopyTrouble.of(CopyTrouble.Kind.COPY, e));
        }
    }

    private @Nullable HttpConnection idle(HttpOrigin origin) {
        HttpConnection first = reserved;
        reserved = null;
        if (first == null) return nodes.idle(origin, loop);
        if (first.isUsable() && first.origin().equals(origin)) return first;
        first.close();
        return nodes.idle(origin, loop);
    }

    /** On any thread. */
    private void dialled(HttpOrigin origin, @Nullable HttpConnection dialled, @Nullable Throwable failure) {
        try {
            loop.execute(() -> {
                if (dialled != null) ask(dialled);
                else if (failure != null) notConnected(ConnectFailures.ofDialling(failure, origin));
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loops have ended before a source", e);
            if (dialled != null) dialled.close();
        }
    }

    private void notConnected(CopyTrouble trouble) {
        HttpOrigin origin = HttpOrigin.of(at);
        boolean isFirst = visited.size() == 1;
        if (trouble.kind() == CopyTrouble.Kind.NODE && isFirst && !isSwapped && origin.isUsualPort()) {
            if (origin.tls() && !question.mayBePlain()) {
                trouble(notAskedPlain(trouble, origin));
                return;
            }
            isSwapped = true;
            beforeSwap = trouble;
            at = HttpOrigin.otherScheme(at);
            connect(true);
            return;
        }
        if (isSwapped) nodes.forgetUsual(question.location());
        CopyTrouble first = beforeSwap;
        trouble(ofAsked(first == null ? trouble : first, origin));
    }

    /** The node that was asked is up, whatever the one that it redirects to does. */
    private CopyTrouble ofAsked(CopyTrouble trouble, HttpOrigin origin) {
        if (origin.node().equals(HttpOrigin.of(question.location()).node())) return trouble;
        return switch (trouble.kind()) {
            case NODE -> trouble.as(CopyTrouble.Kind.FILE);
            case NODE_FOR_LONG -> trouble.as(CopyTrouble.Kind.COPY);
            case FILE, BUSY, CROWDED, STAGED, OFFLINE, REFUSED, NOT_FOUND, SLOW, COPY, SIZE, PARTS -> trouble;
        };
    }

    /** A node that others reach without TLS is not down because of a file that must have it. */
    private CopyTrouble notAskedPlain(CopyTrouble trouble, HttpOrigin origin) {
        MoverException why = new MoverException(
                trouble.reason().code(),
                trouble.reason().detail()
                        + "; http is not tried instead: no SHA-256 of the file is known, and plain-http"
                        + " is not set for the data node " + origin.node(),
                trouble.reason());
        boolean isUp = nodes.isReachedOtherwise(origin);
        return CopyTrouble.of(isUp ? CopyTrouble.Kind.COPY : CopyTrouble.Kind.NODE, why);
    }

    private void ask(HttpConnection connected) {
        connection = connected;
        isHeadSeen = false;
        if (isOver) {
            connected.close();
            return;
        }
        HttpOrigin first = HttpOrigin.of(question.location());
        HttpOrigin origin = connected.origin();
        if (first.tls() && !origin.tls()) isDowngraded = true;
        NodePolicy policy = nodes.settings().policy(first.node());
        boolean isSameHost =
                origin.host().equals(first.host()) && (origin.node().equals(first.node()));
        boolean mayCarry = origin.tls() || policy.tokenOverPlainHttp();
        Optional<String> token = isSameHost && mayCarry ? policy.bearerToken() : Optional.empty();
        connected.ask(question.request(at, nodes.settings().userAgent(), token, cookies.fieldFor(at)), this);
    }

    @Override
    public void onHead(HttpConnection from, HttpResponse head) {
        isHeadSeen = true;
        if (isOver) return;
        int status = head.status().code();
        switch (AnswerRule.of(status)) {
            case DATA -> {
                if (isSwapped) nodes.rememberUsual(question.location(), at);
                isAnswered = true;
                listener.onAnswer(from, Answer.of(head));
            }
            case REDIRECT -> redirected(head, status == 301 || status == 308);
            default -> drainThen(() -> trouble(refusal(status, head)));
        }
    }

    private void redirected(HttpResponse head, boolean isPermanent) {
        String location = head.headers().get(HttpHeaderNames.LOCATION);
        cookies.take(at, head.headers().getAll(HttpHeaderNames.SET_COOKIE));
        URI next = null;
        try {
            if (location != null) next = at.resolve(location.strip());
        } catch (IllegalArgumentException e) {
            drainThen(() -> trouble(notData("redirects to an invalid address (" + ConnectFailures.shortly(e) + ")")));
            return;
        }
        if (next == null || !HttpOrigin.isHttp(next)) {
            drainThen(() -> trouble(notData("redirects to an address that is not http or https")));
        } else if (!HttpOrigin.of(next).tls() && !question.mayBePlain()) {
            URI plain = next;
            drainThen(() -> trouble(refusedPlain(plain)));
        } else if (LOGIN.matcher(next.toString()).find()) {
            String host = next.getHost();
            drainThen(() -> trouble(CopyTrouble.of(
                    CopyTrouble.Kind.COPY,
                    ErrorCode.LOGIN_NEEDED,
                    question.location() + " redirects to the login page of " + host)));
        } else if (!visited.add(next + "\n" + cookies.fieldFor(next).orElse(""))) {
            drainThen(() -> trouble(notData("redirects in a loop")));
        } else if (visited.size() > HOPS_MAX + 1) {
            drainThen(() -> trouble(notData("redirects more than " + HOPS_MAX + " times")));
        } else {
            if (isPermanent
                    && visited.size() == 2
                    && next.equals(HttpOrigin.otherScheme(at))
                    && HttpOrigin.of(next).isUsualPort()) {
                nodes.rememberUsual(question.location(), next);
            }
            URI followed = next;
            drainThen(() -> {
                at = followed;
                connect(true);
            });
        }
    }

    private CopyTrouble refusal(int status, HttpResponse head) {
        Optional<String> challenge = WebPage.challenge(drainedText + "\n" + challengeField(head));
        if (challenge.isPresent()) {
            String userAgent = nodes.settings().userAgent();
            return WebPage.ofChallenge(question.location(), challenge.get(), userAgent, String.valueOf(status));
        }
        String said = question.location() + " answers " + head.status() + nodes.orWhoElse(at);
        Optional<Duration> pause = Answer.retryAfter(head.headers(), nodes.now());
        AnswerRule rule = AnswerRule.of(status);
        return switch (rule) {
            case BUSY ->
                isStaging(status, pause)
                        ? CopyTrouble.staged(said + ": the file is being staged", pause)
                        : CopyTrouble.busy(said, pause, status == 429 && isAtAskedNode());
            case STAGED -> CopyTrouble.staged(said + ": the file is being staged", pause);
            case REFUSED -> CopyTrouble.refused(said);
            default -> CopyTrouble.of(Objects.requireNonNull(rule.kind()), Objects.requireNonNull(rule.code()), said);
        };
    }

    /** A node with tape asks for a pause of one file: it is not busy, but stages it. */
    private boolean isStaging(int status, Optional<Duration> pause) {
        return status == 503
                && pause.isPresent()
                && nodes.isWithTape(
                        nodes.node(HttpOrigin.of(question.location()).node()));
    }

    private static String challengeField(HttpResponse head) {
        String mitigated = head.headers().get("cf-mitigated");
        return "challenge".equalsIgnoreCase(mitigated) ? "cf-chl" : "";
    }

    private boolean isAtAskedNode() {
        return HttpOrigin.of(at)
                .node()
                .equals(HttpOrigin.of(question.location()).node());
    }

    private CopyTrouble refusedPlain(URI plain) {
        String node = HttpOrigin.of(question.location()).node();
        return CopyTrouble.of(
                CopyTrouble.Kind.COPY,
                ErrorCode.PLAIN_HTTP_REFUSED,
                question.location() + " redirects to " + HttpOrigin.of(plain)
                        + ", which has no TLS; no SHA-256 of the file is known,"
                        + " and plain-http is not set for the data node " + node);
    }

    private CopyTrouble notData(String what) {
        return CopyTrouble.of(CopyTrouble.Kind.COPY, ErrorCode.NOT_DATA, question.location() + " " + what);
    }

    /** Reads the rest of a short body first, so that the connection can be used again. */
    private void drainThen(Runnable then) {
        afterDrain = then;
        drained = 0;
        drainedText.setLength(0);
    }

    @Override
    public void onBody(HttpConnection from, ByteBuf piece) {
        if (isOver) return;
        if (isAnswered) {
            listener.onBody(piece);
            return;
        }
        if (drainedText.length() < CHALLENGE_CHARS_MAX) {
            int length = Math.min(piece.readableBytes(), CHALLENGE_CHARS_MAX - drainedText.length());
            drainedText.append(piece.toString(piece.readerIndex(), length, StandardCharsets.ISO_8859_1));
        }
        drained += piece.readableBytes();
        if (drained > DRAINED_BYTES_MAX) {
            from.abandon();
            drained();
        }
    }

    @Override
    public void onEnd(HttpConnection from) {
        connection = null;
        if (isOver) return;
        if (isAnswered) listener.onEnd();
        else drained();
    }

    private void drained() {
        Runnable then = afterDrain;
        afterDrain = null;
        if (then != null) then.run();
    }

    @Override
    public void onBroken(HttpConnection from, MoverException reason) {
        connection = null;
        if (isOver) return;
        if (isAnswered) {
            listener.onBroken(reason);
        } else if (isHeadSeen) {
            drained();
        } else if (reason.code() == ErrorCode.LOGIN_NEEDED) {
            trouble(ofAsked(CopyTrouble.of(CopyTrouble.Kind.NODE_FOR_LONG, reason), from.origin()));
        } else if (from.wasUsed()) {
            connect(false); // it was closed by the node while the request was on its way
        } else {
            trouble(CopyTrouble.of(
                    reason.code() == ErrorCode.NOT_DATA ? CopyTrouble.Kind.COPY : CopyTrouble.Kind.FILE, reason));
        }
    }

    private void trouble(CopyTrouble trouble) {
        if (isOver) return;
        isOver = true;
        listener.onTrouble(trouble);
    }
}
