package org.bdm.server.discovery.http;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Pages of one index that were read to their end a short while ago; the eldest go first. Any thread. */
final class PageCache {
    /** Larger pages are not kept. */
    static final int PAGE_BYTES_MAX = 2 << 20;

    private static final long TOTAL_BYTES_MAX = 8L << 20;

    private final Clock clock;
    private final Duration keptFor;
    private final Map<String, Page> pages = new LinkedHashMap<>();
    private long totalBytes;

    private record Page(byte[] bytes, Instant until) {}

    PageCache(Clock clock, Duration keptFor) {
        this.clock = clock;
        this.keptFor = keptFor;
    }

    /** Largest page that is worth a copy. */
    int pageBytesMax() {
        return keptFor.isZero() ? 0 : PAGE_BYTES_MAX;
    }

    synchronized Optional<byte[]> find(String question) {
        dropOld();
        Page page = pages.get(question);
        return page == null ? Optional.empty() : Optional.of(page.bytes());
    }

    synchronized void keep(String question, byte[] bytes) {
        if (bytes.length > pageBytesMax() || bytes.length == 0) return;
        dropOld();
        Page before = pages.remove(question);
        if (before != null) totalBytes -= before.bytes().length;
        pages.put(question, new Page(bytes, clock.instant().plus(keptFor)));
        totalBytes += bytes.length;
        Iterator<Page> eldest = pages.values().iterator();
        while (totalBytes > TOTAL_BYTES_MAX) {
            totalBytes -= eldest.next().bytes().length;
            eldest.remove();
        }
    }

    private void dropOld() {
        Instant now = clock.instant();
        Iterator<Page> eldest = pages.values().iterator();
        while (eldest.hasNext()) {
            Page page = eldest.next();
            if (page.until().isAfter(now)) return;
            totalBytes -= page.bytes().length;
            eldest.remove();
        }
    }
}
