package org.bdm.core.source.http.node;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The threads of all connections to data nodes of a process: few event loops, and a few threads that look up host names, because a name
 * server that does not answer must not hold up the others.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the threads end by themselves
public final class HttpLoops implements AutoCloseable {
    private static final int RESOLVERS = 4;
    private static final int QUIET_MILLIS = 20;
    private static final int END_MILLIS = 2000;

    private final EventLoopGroup group;
    private final ExecutorService resolvers;

    /**
     * Starts no thread yet.
     *
     * @param loops number of event loops, at least 1
     */
    public HttpLoops(int loops) {
        IoHandlerFactory io = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        group = new MultiThreadIoEventLoopGroup(loops, new DefaultThreadFactory("bdm-http", true), io);
        resolvers = Executors.newFixedThreadPool(RESOLVERS, new DefaultThreadFactory("bdm-http-resolve", true));
    }

    /** Returns a loop for one more connection. */
    public EventLoop next() {
        return group.next();
    }

    Executor resolvers() {
        return resolvers;
    }

    static Class<? extends Channel> channelType() {
        Class<? extends SocketChannel> epoll = EpollSocketChannel.class;
        return Epoll.isAvailable() ? epoll : NioSocketChannel.class;
    }

    /** Ends the threads; returns at once, they end within 2 s. Sources must be closed before. */
    @Override
    public void close() {
        group.shutdownGracefully(QUIET_MILLIS, END_MILLIS, TimeUnit.MILLISECONDS);
        resolvers.shutdownNow();
    }
}
