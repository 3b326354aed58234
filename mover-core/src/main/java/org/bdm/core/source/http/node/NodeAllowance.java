package org.bdm.core.source.http.node;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The part of a data node's limits that this process may use, and its use. Any thread. */
public final class NodeAllowance {
    private final AtomicLong bytesArrived = new AtomicLong();
    private final AtomicInteger busy = new AtomicInteger();
    private volatile int processes = 1;
    private volatile int connectionsMax;
    private volatile long bytesPerSecondMax;

    void processes(int sharing) {
        processes = sharing;
    }

    /** 0 is no limit. Connections that are open beyond it end with their request. */
    public void limit(long newBytesPerSecondMax, int newConnectionsMax) {
        bytesPerSecondMax = newBytesPerSecondMax;
        connectionsMax = newConnectionsMax;
    }

    /** Returns how many of the configured connections this process may have; at least 1. */
    int connections(int configured) {
        int part = Math.max(1, configured / processes);
        return connectionsMax > 0 ? Math.min(part, connectionsMax) : part;
    }

    void took() {
        busy.incrementAndGet();
    }

    void gaveBack() {
        busy.decrementAndGet();
    }

    /** Connections in use. */
    int busy() {
        return busy.get();
    }

    /** Returns the rate that one of the connections may have now, in bytes/s; 0 is no limit. */
    public long rateOfConnection() {
        return bytesPerSecondMax == 0 ? 0 : Math.max(1, bytesPerSecondMax / Math.max(1, busy.get()));
    }

    /** So many bytes came, of a request that may go on. */
    public void arrived(long bytes) {
        bytesArrived.addAndGet(bytes);
    }

    /** Bytes that came since the process began, of requests under way too. */
    long bytesArrived() {
        return bytesArrived.get();
    }
}
