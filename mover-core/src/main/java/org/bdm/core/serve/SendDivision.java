package org.bdm.core.serve;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.bdm.core.id.SiteName;
import org.bdm.core.rate.FairShare;
import org.bdm.core.rate.FlowMeter;
import org.bdm.core.rate.ShareWish;

/**
 * Divides limits of what is sent among the streams that are served: first that to a site among its streams, then that of an export, then that
 * of everything. What a stream does not use goes to the others within some seconds. Without limits it does nothing. Any thread.
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
        private final Sending sending;
        private final FlowMeter meter = new FlowMeter();
        private long allowed;
        private long least; // of the limits that were divided so far

        Part(SendPace pace, Sending sending) {
            this.pace = pace;
            this.sending = sending;
        }

        private void measure(long now) {
            meter.note(pace.bytesSpent(), allowed, now);
            least = ALL;
        }

        /** Returns what it would send, were there only the limits that were divided so far. */
        private long demand() {
            return Math.min(least, meter.takesAll() ? ALL : meter.demand());
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

    /** Another limit for the streams that are open, by what they are for. */
    synchronized void limit(SendLimits next, Map<SendPace, Sending> open) {
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
    synchronized void divide(Map<SendPace, Sending> open) {
        if (!hasLimits()) return;
        parts.keySet().retainAll(open.keySet());
        open.forEach((pace, sending) -> parts.computeIfAbsent(pace, first -> new Part(pace, sending)));
        long now = nanoTime.getAsLong();
        parts.values().forEach(part -> part.measure(now));
        limits.bySite()
                .forEach(
                        (site, limit) -> divide(limit, part -> part.sending.to().equals(site)));
        limits.byExport()
                .forEach((export, limit) ->
                        divide(limit, part -> part.sending.exports().contains(export)));
        divide(limits.all(), part -> true);
        parts.values().forEach(part -> part.allow(part.least == ALL ? 0 : Math.max(1, part.least)));
    }

    private void divide(long limit, Predicate<Part> isConcerned) {
        if (limit == 0) return;
        List<Part> of = parts.values().stream().filter(isConcerned).toList();
        List<ShareWish> wishes =
                of.stream().map(part -> new ShareWish(1, part.demand())).toList();
        long[] divided = FairShare.divide(limit, wishes);
        for (int i = 0; i < divided.length; i++) of.get(i).least = Math.min(of.get(i).least, divided[i]);
    }

    /** Returns what is sent to each site now, in bytes/s over the last seconds; nothing while there is no limit. */
    synchronized Map<SiteName, Long> rates() {
        Map<SiteName, Long> rates = new HashMap<>();
        parts.values().forEach(part -> rates.merge(part.sending.to(), part.meter.bytesPerSecond(), Long::sum));
        return rates;
    }
}
