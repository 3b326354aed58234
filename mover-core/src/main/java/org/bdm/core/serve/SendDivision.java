package org.bdm.core.serve;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.bdm.core.id.SiteName;
import org.bdm.core.rate.FairShare;
import org.bdm.core.rate.FlowMeter;
import org.bdm.core.rate.ShareWish;

/**
 * Divides limits of what is sent among the streams that are served: first that to a site among its streams, then that of everything. What a
 * stream does not use goes to the others within some seconds. Without limits it does nothing. Any thread.
 */
final class SendDivision {
    private static final double MUCH_MORE = 1.1;
    private static final long ALL = Long.MAX_VALUE;

    private final LongSupplier nanoTime;

    // Guarded by this.
    private final Map<SendPace, Part> parts = new LinkedHashMap<>();
    private SendLimits limits = SendLimits.NONE;

    /** One stream: what it sent lately, and what it may send. */
    private static final class Part {
        private final SendPace pace;
        private final SiteName site;
        private final FlowMeter meter = new FlowMeter();
        private long allowed;
        private long ofSite;

        Part(SendPace pace, SiteName site) {
            this.pace = pace;
            this.site = site;
        }

        private long demand() {
            return meter.takesAll() ? ALL : meter.demand();
        }

        /** 0 is no limit. The meter begins anew only if it may send much more. */
        private void allow(long next) {
            if (next == allowed) return;
            if (next == 0 || next > MUCH_MORE * allowed) meter.raised();
            allowed = next;
            pace.limitHere(next);
        }
    }

    SendDivision(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Another limit for the streams that are open, by the sites that they go to. */
    synchronized void limit(SendLimits next, Map<SendPace, SiteName> open) {
        limits = next;
        divide(open);
        if (hasLimits()) return;
        parts.values().forEach(part -> part.allow(0));
        parts.clear();
    }

    synchronized boolean hasLimits() {
        return !limits.equals(SendLimits.NONE);
    }

    /** Twice a second, and when a stream begins. */
    synchronized void divide(Map<SendPace, SiteName> open) {
        if (!hasLimits()) return;
        parts.keySet().retainAll(open.keySet());
        open.forEach((pace, site) -> parts.computeIfAbsent(pace, first -> new Part(pace, site)));
        long now = nanoTime.getAsLong();
        parts.values().forEach(part -> part.meter.note(part.pace.bytesSpent(), part.allowed, now));
        parts.values().stream()
                .collect(Collectors.groupingBy(part -> part.site))
                .forEach((site, of) -> divideOfSite(limits.bySite().getOrDefault(site, 0L), of));
        List<Part> all = List.copyOf(parts.values());
        long[] ofAll = divided(limits.all(), all);
        for (int i = 0; i < ofAll.length; i++) {
            long least = Math.min(all.get(i).ofSite, ofAll[i]);
            all.get(i).allow(least == ALL ? 0 : Math.max(1, least));
        }
    }

    private static void divideOfSite(long limit, List<Part> of) {
        of.forEach(part -> part.ofSite = ALL);
        long[] divided = divided(limit, of);
        for (int i = 0; i < divided.length; i++) of.get(i).ofSite = divided[i];
    }

    /** The part of each; {@link #ALL} without a limit. */
    private static long[] divided(long limit, List<Part> of) {
        if (limit == 0) return of.stream().mapToLong(part -> ALL).toArray();
        return FairShare.divide(
                limit,
                of.stream()
                        .map(part -> new ShareWish(1, Math.min(part.demand(), part.ofSite)))
                        .toList());
    }

    /** Returns what is sent to each site now, in bytes/s over the last seconds; nothing while there is no limit. */
    synchronized Map<SiteName, Long> rates() {
        Map<SiteName, Long> rates = new HashMap<>();
        parts.values().forEach(part -> rates.merge(part.site, part.meter.bytesPerSecond(), Long::sum));
        return rates;
    }
}
