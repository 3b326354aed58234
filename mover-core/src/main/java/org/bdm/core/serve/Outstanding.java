package org.bdm.core.serve;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.wire.Frame.OfferedLimits;

/**
 * Unanswered requests of one stream: the credit of the peer, counted before anything is done for it. Counts fall
 * before the answer is sent, so that a peer that counts arrivals is never over a limit. Any thread.
 */
final class Outstanding {
    /** Wants with as many items as allowed, that may be outstanding on a stream at a time. */
    private static final int WANTS_OF_FULL_LENGTH_MAX = 4;

    private final OfferedLimits limits;
    private final SessionMeter meter;
    private final int itemsMax;
    private final Map<RequestId, Count> requests = new HashMap<>();
    private final AtomicInteger answersBeingSent = new AtomicInteger();
    private long bytesTotal;
    private int itemsTotal;

    Outstanding(OfferedLimits limits, SessionMeter meter) {
        this.limits = limits;
        this.meter = meter;
        this.itemsMax = WANTS_OF_FULL_LENGTH_MAX * limits.itemsPerWantMax();
    }

    /** Counts a request; PROTOCOL_VIOLATION if the peer is over a limit or uses a number twice. */
    synchronized void begin(RequestId request, int items, long bytes) {
        if (request.number() == 0) throw violation("a request has the number 0");
        if (requests.containsKey(request)) throw violation(request + " is still open and cannot be used again");
        if (requests.size() >= limits.outstandingRequestsMax()) {
            throw violation("more than " + limits.outstandingRequestsMax() + " requests are outstanding");
        }
        if (items > limits.itemsPerWantMax()) {
            throw violation(items + " files in one want, over " + limits.itemsPerWantMax());
        }
        if (itemsTotal + items > itemsMax) throw violation("more than " + itemsMax + " files are outstanding");
        if (bytes > limits.outstandingBytesMax() - bytesTotal) {
            throw violation("more than " + limits.outstandingBytesMax() + " bytes are outstanding");
        }
        requests.put(request, new Count(items, bytes));
        itemsTotal += items;
        bytesTotal += bytes;
    }

    /** Counts what a request has asked for against the ticket; errors as {@link SessionMeter#promise}. */
    synchronized void promise(RequestId request) {
        Count count = requests.get(request);
        if (count == null) return; // cancelled
        meter.promise(count.bytes);
        count.isPromised = true;
    }

    /** Bytes of a request are told as a hole: they are answered, and not sent. */
    synchronized void skipped(RequestId request, long bytes) {
        Count count = requests.get(request);
        if (count == null) return; // cancelled
        notSent(count, bytes);
    }

    private void notSent(Count count, long bytes) {
        count.bytes -= bytes;
        bytesTotal -= bytes;
        if (count.isPromised) meter.takeBack(bytes);
    }

    /** Bytes of a request are about to be sent. */
    synchronized void sent(RequestId request, long bytes) {
        Count count = requests.get(request);
        if (count == null) return; // cancelled
        count.bytes -= bytes;
        bytesTotal -= bytes;
    }

    /** An item of a request has ended; {@code bytesLeft} of it will not be sent. The last one ends the request. */
    synchronized void itemEnded(RequestId request, long bytesLeft) {
        Count count = requests.get(request);
        if (count == null) return; // cancelled
        notSent(count, bytesLeft);
        count.items--;
        itemsTotal--;
        if (count.items == 0) end(request);
    }

    /** The request is answered or cancelled. */
    synchronized void end(RequestId request) {
        Count count = requests.remove(request);
        if (count == null) return;
        itemsTotal -= count.items;
        notSent(count, count.bytes);
    }

    synchronized boolean isOpen(RequestId request) {
        return requests.containsKey(request);
    }

    synchronized boolean isEmpty() {
        return requests.isEmpty();
    }

    /** Runs what lets counts fall and then sends the answer: whoever looks in between sees that it is not sent yet. */
    void answer(Runnable countAndSend) {
        answersBeingSent.incrementAndGet();
        try {
            countAndSend.run();
        } finally {
            answersBeingSent.decrementAndGet();
        }
    }

    /** True when all requests are answered, and the answers sent. */
    boolean isDrained() {
        return isEmpty() && answersBeingSent.get() == 0; // in this order: a count falls after an answer has begun
    }

    private static MoverException violation(String what) {
        return new MoverException(ErrorCode.PROTOCOL_VIOLATION, what);
    }

    private static final class Count {
        private int items;
        private long bytes;
        private boolean isPromised;

        Count(int items, long bytes) {
            this.items = items;
            this.bytes = bytes;
        }
    }
}
