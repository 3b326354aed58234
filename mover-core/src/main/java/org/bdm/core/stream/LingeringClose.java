package org.bdm.core.stream;

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * First handler of every channel. A socket that is closed while the peer is still sending answers with a reset, and the reset may destroy
 * our last words before the peer reads them. So a close first ends the output, then throws away what comes in until the peer closes, or
 * {@value #LINGER_MILLIS} ms have passed.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the end of the channel is what is listened to
final class LingeringClose extends ChannelDuplexHandler {
    static final int LINGER_MILLIS = 500;

    private boolean lingering;

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        if (lingering || !context.channel().isActive()) {
            context.close(promise);
            return;
        }
        lingering = true;
        context.channel().config().setAutoRead(true);
        ((SocketChannel) context.channel()).shutdownOutput();
        var deadline = context.executor().schedule(() -> context.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
        context.channel().closeFuture().addListener(closed -> {
            deadline.cancel(false);
            promise.trySuccess();
        });
    }

    /** Closes a channel without waiting for the peer. Any thread. */
    static void closeNow(Channel channel) {
        ChannelHandlerContext context = channel.pipeline().context(LingeringClose.class);
        if (context == null) channel.close();
        else context.close(); // from here outwards: past this handler and past TLS
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (lingering) ReferenceCountUtil.release(message);
        else context.fireChannelRead(message);
    }
}
