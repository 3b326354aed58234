package org.bdm.core.source.http.node;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to one origin: one request at a time, HTTP/1.1, kept for the next one unless the answer says otherwise. Belongs to its
 * event loop; {@link #isUsable} and {@link #close} on any thread.
 */
public final class HttpConnection extends SimpleChannelInboundHandler<HttpObject> {
    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

    private final HttpOrigin origin;
    private final DataNode node;
    private final Channel channel;
    private final long idleMillis;
    private final int removalsBefore;
    private @Nullable Exchange exchange;
    private @Nullable ScheduledFuture<?> idleEnd;
    private boolean isKept; // whether it can carry another request after this one
    private boolean isHeadSeen;
    private volatile boolean wasUsed;

    HttpConnection(HttpOrigin origin, DataNode node, Channel channel, long idleMillis) {
        this.origin = origin;
        this.node = node;
        this.channel = channel;
        this.idleMillis = idleMillis;
        this.removalsBefore = node.idle().removals();
    }

    /** The number of times that all idle connections of its node were removed before it was made. */
    int removalsBefore() {
        return removalsBefore;
    }

    public HttpOrigin origin() {
        return origin;
    }

    public EventLoop loop() {
        return channel.eventLoop();
    }

    public boolean isUsable() {
        return channel.isActive();
    }

    /** True when it carried a request before; its end may then have been on the way when the next request was sent. */
    public boolean wasUsed() {
        return wasUsed;
    }

    /** Sends a request; event loop only, and only when no other is under way. */
    public void ask(HttpRequest request, Exchange answered) {
        if (exchange != null) throw new IllegalStateException("a request is under way");
        if (idleEnd != null) idleEnd.cancel(false);
        exchange = answered;
        isHeadSeen = false;
        isKept = false;
        if (!channel.isActive()) {
            broken(null);
            return;
        }
        channel.config().setAutoRead(true);
        channel.writeAndFlush(request).addListener(sent -> {
            if (!sent.isSuccess()) broken(sent.cause());
        });
    }

    public void setReading(boolean isReading) {
        channel.config().setAutoRead(isReading);
    }

    /** Closes it; the exchange under way hears nothing more. Event loop only. */
    public void abandon() {
        exchange = null;
        close();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // told by channelInactive
    public void close() {
        channel.close();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
        Exchange told = exchange;
        if (told == null) {
            close(); // bytes that nobody asked for
            return;
        }
        if (message.decoderResult().isFailure()) {
            LOG.debug("no HTTP from {}", origin, message.decoderResult().cause());
            fail(new MoverException(ErrorCode.NOT_DATA, origin + " answers with something that is not HTTP/1.1"));
            return;
        }
        if (message instanceof HttpResponse head) onHead(told, head);
        if (exchange != told || !isHeadSeen) return;
        if (message instanceof HttpContent content && content.content().isReadable()) {
            told.onBody(this, content.content());
        }
        if (exchange == told && message instanceof LastHttpContent) onEnd(told);
    }

    private void onHead(Exchange told, HttpResponse head) {
        if (head.status().codeClass() == HttpStatusClass.INFORMATIONAL) return;
        isHeadSeen = true;
        isKept = HttpUtil.isKeepAlive(head);
        told.onHead(this, head);
    }

    private void onEnd(Exchange told) {
        exchange = null;
        wasUsed = true;
        channel.config().setAutoRead(true);
        if (isKept && channel.isActive()) keep();
        else close();
        told.onEnd(this);
    }

    private void keep() {
        HttpConnection notKept = node.keepIdle(this);
        if (notKept != null) notKept.close();
        if (notKept == this) return;
        idleEnd = loop().schedule(
                        () -> {
                            if (node.idle().remove(this)) close();
                        },
                        idleMillis,
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        node.idle().remove(this);
        broken(null);
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        broken(cause);
        close();
    }

    private void broken(@Nullable Throwable cause) {
        Optional<MoverException> refused =
                cause == null ? Optional.empty() : ConnectFailures.ofRefusedClient(cause, origin);
        String why = cause == null ? "it was closed early" : ConnectFailures.shortly(cause);
        fail(refused.orElseGet(() -> new MoverException(
                ErrorCode.CONNECTION_LOST, "the connection to " + origin + " broke: " + why, cause)));
    }

    private void fail(MoverException reason) {
        Exchange told = exchange;
        exchange = null;
        if (told == null) return;
        close();
        told.onBroken(this, reason);
    }
}
