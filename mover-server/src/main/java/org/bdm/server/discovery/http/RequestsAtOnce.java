package org.bdm.server.discovery.http;

import java.util.concurrent.Semaphore;

/** A bound on requests under way that can change. Fair; any thread. */
final class RequestsAtOnce extends Semaphore {
    private static final long serialVersionUID = 1;

    private int permits; // guarded by this

    RequestsAtOnce(int permits) {
        super(permits, true);
        this.permits = permits;
    }

    /** Lets so many be under way; those beyond that end by themselves. */
    synchronized void resize(int other) {
        if (other > permits) release(other - permits);
        if (other < permits) reducePermits(permits - other);
        permits = other;
    }
}
