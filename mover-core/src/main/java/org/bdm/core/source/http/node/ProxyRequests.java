package org.bdm.core.source.http.node;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import org.bdm.core.source.http.node.WebProxy.Via;

/** Writes requests without TLS as a proxy wants them: with the whole URL (RFC 9112, section 3.2.2), and with its own login. */
final class ProxyRequests extends ChannelOutboundHandlerAdapter {
    private final HttpOrigin origin;
    private final Via via;

    ProxyRequests(HttpOrigin origin, Via via) {
        this.origin = origin;
        this.via = via;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof HttpRequest request) {
            if (request.uri().startsWith("/")) request.setUri(origin + request.uri()); // else it was sent before
            via.authorization().ifPresent(login -> request.headers().set(HttpHeaderNames.PROXY_AUTHORIZATION, login));
        }
        var unused = context.write(message, promise); // the promise tells
    }
}
