package org.bdm.core.source.http;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The requests of a source that are under way, and the rate that they share. Belongs to the source's event loop, but for {@link #count} and {@link #bytesArriving}. */
final class RangesUnderWay {
    private final HttpSourceParts parts;
    private final HttpFiles files;
    private final Set<RangeFetch> running = new LinkedHashSet<>();
    private volatile List<RangeFetch> shown = List.of();
    private long bytesPerSecondMax;

    RangesUnderWay(HttpSourceParts parts, HttpFiles files) {
        this.parts = parts;
        this.files = files;
    }

    /** Any thread. */
    int count() {
        return shown.size();
    }

    /** Bytes of blocks that are not whole. Any thread. */
    long bytesArriving() {
        long bytes = 0;
        for (RangeFetch fetch : shown) bytes += fetch.receiver().bytesArriving();
        return bytes;
    }

    boolean isEmpty() {
        return running.isEmpty();
    }

    List<RangeFetch> all() {
        return List.copyOf(running);
    }

    void begin(HttpFile file, RangeFetch fetch) {
        fetch.copy().began();
        file.running().add(fetch);
        running.add(fetch);
        shown = List.copyOf(running);
        parts.requests().accept(fetch.copy().node().name(), 1);
        fetch.start();
    }

    /** Ends the account of a request; false if that was done. */
    boolean end(RangeFetch fetch) {
        if (!fetch.end()) return false;
        running.remove(fetch);
        shown = List.copyOf(running);
        fetch.copy().ended();
        HttpFile file = files.find(fetch.file());
        if (file != null) file.ended(fetch);
        fetch.copy().node().giveBack(parts.user());
        parts.requests().accept(fetch.copy().node().name(), -1);
        return true;
    }

    void endAll(HttpFile file) {
        for (RangeFetch fetch : List.copyOf(file.running())) cancel(fetch);
    }

    void cancel(RangeFetch fetch) {
        fetch.cancel();
        end(fetch);
    }

    void limitRate(long newBytesPerSecondMax) {
        bytesPerSecondMax = newBytesPerSecondMax;
        shareRate();
    }

    void shareRate() {
        if (running.isEmpty()) return;
        long share = bytesPerSecondMax == 0 ? 0 : Math.max(1, bytesPerSecondMax / running.size());
        for (RangeFetch fetch : running) {
            long ofNode = fetch.copy().node().allowance().rateOfConnection();
            fetch.limitRate(share == 0 || (ofNode > 0 && ofNode < share) ? ofNode : share);
        }
    }
}
