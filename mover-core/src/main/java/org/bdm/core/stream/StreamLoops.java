package org.bdm.core.stream;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.core.id.StreamId;

/** The threads of all streams of a process: few event loops, and one thread that looks up host names. */
public final class StreamLoops implements AutoCloseable {
    private final TransportKind transport;
    private final EventLoopGroup group;
    private final ExecutorService resolver;
    private final AtomicLong streams = new AtomicLong();

    /**
     * Starts no thread yet.
     *
     * @param loops number of event loops: 1 on two cores, up to 8 on a transfer node
     */
    public StreamLoops(TransportKind transport, int loops) {
        this.transport = transport;
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

    StreamId nextStreamId() {
        return new StreamId(streams.incrementAndGet());
    }

    ExecutorService resolver() {
        return resolver;
    }

    /** Ends the threads: what is open is closed without a word. Returns at once; the threads end within 2 s. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS);
        resolver.shutdownNow();
    }
}
