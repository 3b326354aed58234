package org.bdm.core.serve;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Keeps what is sent on one stream to the lower of the rates that the peer and this site have set, and counts it. Any thread. */
final class SendPace {
    private static final double NANOS_PER_SECOND = 1e9;

    private final LongSupplier nanoClock;
    private final LongAdder sent;
    private long ofPeer;
    private long ofThisSite;
    private long bytesPerSecondMax; // the lower one
    private long bytesSpent;
    private double debtBytes; // sent, and not paid for by time
    private long settledAtNanos;

    /** Adds what is sent to {@code sent}, in bytes. */
    SendPace(LongSupplier nanoClock, LongAdder sent) {
        this.nanoClock = nanoClock;
        this.sent = sent;
    }

    /** The peer takes at most so many bytes a second from now on; 0 is no limit. */
    synchronized void limit(long bytesPerSecond) {
        ofPeer = bytesPerSecond;
        useLower();
    }

    /** This site gives at most so many bytes a second from now on; 0 is no limit. */
    synchronized void limitHere(long bytesPerSecond) {
        ofThisSite = bytesPerSecond;
        useLower();
    }

    private void useLower() {
        settle();
        boolean isHereLower = ofThisSite != 0 && (ofPeer == 0 || ofThisSite < ofPeer);
        bytesPerSecondMax = isHereLower ? ofThisSite : ofPeer;
        if (bytesPerSecondMax == 0) debtBytes = 0;
    }

    synchronized void spent(long bytes) {
        sent.add(bytes);
        bytesSpent += bytes;
        if (bytesPerSecondMax == 0) return;
        settle();
        debtBytes += bytes;
    }

    /** Returns how long nothing may be sent. */
    synchronized long pauseNanos() {
        if (bytesPerSecondMax == 0) return 0;
        settle();
        return (long) Math.ceil(debtBytes * NANOS_PER_SECOND / bytesPerSecondMax);
    }

    /** Returns what was sent on this stream so far, in bytes. */
    synchronized long bytesSpent() {
        return bytesSpent;
    }

    private void settle() {
        long now = nanoClock.getAsLong();
        debtBytes = Math.max(0, debtBytes - (double) (now - settledAtNanos) * bytesPerSecondMax / NANOS_PER_SECOND);
        settledAtNanos = now;
    }
}
