package org.bdm.server.site.access;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bdm.core.id.Scitag;
import org.bdm.core.source.bdm.FlowMarker;
import org.bdm.core.stream.StreamEnds;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends UDP fireflies when a stream of a job with a SciTag begins and ends. They go to the collectors, or without any to the other end of
 * the stream, so that networks on the way see them. What cannot be sent is lost: nobody waits for it. Any thread; a thread of its own sends.
 */
public final class Fireflies implements FlowMarker, AutoCloseable {
    /** The port of collectors in the specification of SciTags. */
    public static final int PORT = 10_514;

    private static final Logger LOG = LoggerFactory.getLogger(Fireflies.class);
    private static final int WAITING_MAX = 1_000;

    private final List<InetSocketAddress> collectors;
    private final String application;
    private final Clock clock;
    private @Nullable DatagramSocket socket; // of the thread that sends; there is none before the first firefly
    private final ThreadPoolExecutor sender = new ThreadPoolExecutor(
            1, 1, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING_MAX), Fireflies::thread);

    /**
     * Sends nothing yet.
     *
     * @param collectors may be unresolved: names are looked up for each firefly
     * @param application name and version of this program
     */
    public Fireflies(List<InetSocketAddress> collectors, String application, Clock clock) {
        this.collectors = List.copyOf(collectors);
        this.application = application;
        this.clock = clock;
        sender.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable work) {
        Thread made = new Thread(work, "fireflies");
        made.setDaemon(true);
        return made;
    }

    /**
     * Reads {@code HOST[:PORT]}; the port is 10514 if it is left out.
     *
     * @throws org.bdm.core.fault.MoverException INVALID_REQUEST
     */
    public static InetSocketAddress collector(String text) {
        int colon = text.lastIndexOf(':');
        boolean isBareIpv6 = text.indexOf(':') != colon && !text.startsWith("[");
        if (isBareIpv6) return DataAddress.parse("[" + text + "]:" + PORT);
        boolean hasPort = colon > text.indexOf(']');
        return DataAddress.parse(hasPort ? text : text + ":" + PORT);
    }

    @Override
    public Flow began(StreamEnds ends, Scitag scitag) {
        Instant began = clock.instant();
        Firefly firefly = new Firefly(ends, scitag, began, application);
        later(firefly, () -> firefly.start(began));
        return bytes -> {
            Instant ended = clock.instant();
            later(firefly, () -> firefly.end(ended, bytes));
        };
    }

    private void later(Firefly firefly, Supplier<String> content) {
        try {
            sender.execute(() -> send(firefly, content.get()));
        } catch (RejectedExecutionException e) {
            LOG.debug("too many fireflies wait, or the server stops", e);
        }
    }

    private void send(Firefly firefly, String content) {
        String text = "<134>1 " + firefly.timestamp(clock.instant()) + " " + hostName()
                + " bulk-data-mover - firefly-json - " + content;
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        List<InetSocketAddress> to = collectors.isEmpty()
                ? List.of(new InetSocketAddress(firefly.ends().there().getAddress(), PORT))
                : collectors;
        for (InetSocketAddress each : to) {
            try {
                InetAddress address =
                        each.isUnresolved() ? InetAddress.getByName(each.getHostString()) : each.getAddress();
                DatagramSocket from = socket == null ? new DatagramSocket() : socket;
                socket = from;
                from.send(new DatagramPacket(bytes, bytes.length, address, each.getPort()));
            } catch (IOException e) {
                LOG.debug("no firefly to {}", each, e);
            }
        }
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "-"; // RFC 5424: nobody knows
        }
    }

    /** Sends those that wait, for a moment at most. */
    @Override
    public void close() {
        try {
            sender.execute(() -> {
                if (socket != null) socket.close();
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("the port is closed with the process", e);
        }
        sender.shutdown();
        try {
            if (!sender.awaitTermination(1, TimeUnit.SECONDS)) sender.shutdownNow();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
