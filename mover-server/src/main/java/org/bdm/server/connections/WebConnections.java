package org.bdm.server.connections;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All connections to the REST port, and the watch that cuts those past their time. Any thread. */
public final class WebConnections implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebConnections.class);
    private static final long LOOK_EVERY_MILLIS = 250;

    private final ConnectionLimits limits;
    private final LongSupplier nanoTime;
    private final Map<InetSocketAddress, WebConnection> open = new HashMap<>(); // guarded by this
    private final AtomicInteger requests = new AtomicInteger();
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "connection-watch");
        thread.setDaemon(true);
        return thread;
    });

    /** Without any; {@link #start} begins to watch. */
    public WebConnections(ConnectionLimits limits, LongSupplier nanoTime) {
        this.limits = limits;
        this.nanoTime = nanoTime;
    }

    /** Begins to watch. */
    public void start() {
        var unused =
                watch.scheduleWithFixedDelay(this::look, LOOK_EVERY_MILLIS, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Counts a connection that was accepted; false if there is no place for it. */
    synchronized boolean opened(SocketChannel channel) {
        try {
            if (!(channel.getRemoteAddress() instanceof InetSocketAddress remote)) return false;
            WebConnection connection = new WebConnection(channel, remote, limits, nanoTime);
            String cause = connection.cause();
            boolean hasPlace = hasPlace(
                            limits.connectionsPerAddressMax(),
                            other -> other.cause().equals(cause))
                    && hasPlace(limits.connectionsMax(), other -> true);
            if (hasPlace) open.put(remote, connection);
            return hasPlace;
        } catch (IOException gone) {
            return false; // before it was looked at
        }
    }

    /** Makes a place among those if there is none, by cutting the one that waits the longest. */
    private boolean hasPlace(int max, Predicate<WebConnection> those) {
        if (count(those) < max) return true;
        open.values().removeIf(connection -> !connection.isOpen());
        if (count(those) < max) return true;
        Optional<WebConnection> longest = open.values().stream()
                .filter(those)
                .filter(WebConnection::isDispensable)
                .max(Comparator.comparingLong(WebConnection::waitedNanos));
        longest.ifPresent(connection -> {
            connection.cut();
            connection.cut();
            open.remove(connection.remote());
        });
        return longest.isPresent();
    }

    private long count(Predicate<WebConnection> those) {
        if (open.size() < limits.connectionsPerAddressMax()) return open.size();
        return open.values().stream().filter(those).count();
    }

    /** The connection of this address and port; empty if it has just been cut for another one. */
    synchronized Optional<WebConnection> find(String address, int port) throws UnknownHostException {
        return Optional.ofNullable(open.get(new InetSocketAddress(InetAddress.getByName(address), port)));
    }

    /** Counts a request that begins; false if there are as many as may be. */
    boolean enter() {
        if (requests.incrementAndGet() <= limits.requestsMax()) return true;
        requests.decrementAndGet();
        return false;
    }

    void leave() {
        requests.decrementAndGet();
    }

    private void look() {
        try {
            synchronized (this) {
                open.values().removeIf(connection -> !connection.isOpen());
                open.values().forEach(WebConnection::look);
            }
        } catch (RuntimeException | Error e) {
            LOG.error("the watch over connections failed once and continues", e);
        }
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }
}
