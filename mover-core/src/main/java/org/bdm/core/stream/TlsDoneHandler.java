package org.bdm.core.stream;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.identity.NodeEndorsement;

/** Waits for the end of the TLS handshake, checks what it agreed on, and then leaves the pipeline. */
@SuppressWarnings("FutureReturnValueIgnored") // closing has no other outcome
final class TlsDoneHandler extends ChannelInboundHandlerAdapter {
    private final StreamSecurity.Tls tls;
    private final InetSocketAddress address;
    private final Consumer<NodeId> onDone;
    private final Consumer<MoverException> onFailed;
    private boolean ended;

    /** Exactly one of {@code onDone} and {@code onFailed} is called, on the event loop. */
    TlsDoneHandler(
            StreamSecurity.Tls tls,
            InetSocketAddress address,
            Consumer<NodeId> onDone,
            Consumer<MoverException> onFailed) {
        this.tls = tls;
        this.address = address;
        this.onDone = onDone;
        this.onFailed = onFailed;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (!(event instanceof SslHandshakeCompletionEvent completion)) {
            context.fireUserEventTriggered(event);
            return;
        }
        if (!completion.isSuccess()) {
            fail(context, StreamFailures.ofTls(completion.cause(), address));
            return;
        }
        SslHandler handler = context.pipeline().get(SslHandler.class);
        try {
            NodeId node = provenNode(handler);
            ended = true;
            onDone.accept(node);
            context.pipeline().remove(this);
        } catch (MoverException e) {
            fail(context, e);
        }
    }

    /** Checked again after the handshake: a resumed session would not ask the trust manager. */
    private NodeId provenNode(SslHandler handler) {
        if (!TlsContexts.APPLICATION_PROTOCOL.equals(handler.applicationProtocol())) {
            throw new MoverException(
                    ErrorCode.PROTOCOL_VERSION,
                    address + " does not speak " + TlsContexts.APPLICATION_PROTOCOL + " inside TLS");
        }
        try {
            List<X509Certificate> chain = Arrays.stream(
                            handler.engine().getSession().getPeerCertificates())
                    .map(X509Certificate.class::cast)
                    .toList();
            NodeId node = NodeEndorsement.pinOfHandshake(chain);
            if (tls.isAccepted().test(node)) return node;
            throw new MoverException(
                    ErrorCode.PEER_NOT_PINNED, address + " showed a key that is not accepted: " + node);
        } catch (SSLPeerUnverifiedException e) {
            throw new MoverException(ErrorCode.PEER_NOT_PINNED, address + " showed no certificate", e);
        }
    }

    private void fail(ChannelHandlerContext context, MoverException reason) {
        if (ended) return;
        ended = true;
        onFailed.accept(reason);
        context.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail(context, StreamFailures.ofDialling(cause, address));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail(
                context,
                new MoverException(
                        ErrorCode.CONNECTION_LOST, address + " closed the connection during the TLS handshake"));
        context.fireChannelInactive();
    }
}
