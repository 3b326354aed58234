package org.bdm.core.stream;

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
        var deadline = context.executor()
                .schedule(() -> context.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
        context.channel().closeFuture().addListener(closed -> {
            deadline.cancel(false);
            promise.trySuccess();
        });
    }

    /** Closes without waiting for the peer. */
    void closeNow(ChannelHandlerContext context) {
        lingering = true;
        context.close();
    }

    boolean isLingering() {
        return lingering;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (lingering) ReferenceCountUtil.release(message);
        else context.fireChannelRead(message);
    }
}
