package org.bdm.core.stream;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.core.id.StreamId;

/** The threads of all streams of a process: few event loops, and one thread that looks up host names. */
@SuppressWarnings("FutureReturnValueIgnored") // the threads end by themselves
public final class StreamLoops implements AutoCloseable {
    private static final int QUIET_MILLIS = 50;

    private final TransportKind transport;
    private final EventLoopGroup group;
    private final ExecutorService resolver;
    private final ChannelGroup channels = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);
    private final AtomicLong streams = new AtomicLong();
    private final SocketOptions options;

    /**
     * Starts no thread yet.
     *
     * @param loops number of event loops: 1 on two cores, up to 8 on a transfer node
     */
    public StreamLoops(TransportKind transport, int loops) {
        this(transport, loops, CongestionPolicy.AUTO);
    }

    /**
     * Starts no thread yet.
     *
     * @param congestion what the kernel is asked for at each socket
     */
    public StreamLoops(TransportKind transport, int loops, CongestionPolicy congestion) {
        this.transport = transport;
        options = new SocketOptions(congestion);
        group = new MultiThreadIoEventLoopGroup(
                loops, new DefaultThreadFactory("bdm-stream", true), transport.ioHandlerFactory());
        resolver = Executors.newSingleThreadExecutor(new DefaultThreadFactory("bdm-resolve", true));
    }

    TransportKind transport() {
        return transport;
    }

    EventLoopGroup group() {
        return group;
    }

    SocketOptions options() {
        return options;
    }

    StreamId nextStreamId() {
        return new StreamId(streams.incrementAndGet());
    }

    ExecutorService resolver() {
        return resolver;
    }

    /** Closed together with the loops: Netty itself forgets to tell the handlers of channels that are open then. */
    void track(Channel channel) {
        channels.add(channel);
    }

    /**
     * Ends the threads: what is open is closed without a word to the peer; its listeners hear of it, and loans are given back. Returns at
     * once; the threads end within 2 s.
     */
    @Override
    public void close() {
        channels.forEach(LingeringClose::closeNow);
        group.shutdownGracefully(QUIET_MILLIS, 2000, TimeUnit.MILLISECONDS);
        resolver.shutdownNow();
    }
}
