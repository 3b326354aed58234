package org.bdm.core.serve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.bdm.core.id.SiteName;
import org.bdm.core.rate.FairShare;
import org.bdm.core.rate.FlowMeter;
import org.bdm.core.rate.ShareWish;

/**
 * Divides limits of what is sent among the streams that are served: first that to a site among its streams, then that of everything. What a
 * stream does not use goes to the others within some seconds. Any thread.
 */
final class SendDivision {
    private final LongSupplier nanoTime;

    // Guarded by this.
    private final Map<ServeSession, Part> parts = new HashMap<>();
    private SendLimits limits = SendLimits.NONE;

    /** One stream: what it sent lately, and what it may send. */
    private static final class Part {
        private final FlowMeter meter = new FlowMeter();
        private long allowed;
        private long demand;
    }

    SendDivision(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    synchronized void limit(SendLimits next, Set<ServeSession> open) {
        limits = next;
        divide(open);
    }

    /** Twice a second, and when a stream begins. */
    synchronized void divide(Set<ServeSession> open) {
        parts.keySet().retainAll(open);
        long now = nanoTime.getAsLong();
        List<ServeSession> sessions = List.copyOf(open);
        for (ServeSession session : sessions) {
            Part part = parts.computeIfAbsent(session, first -> new Part());
            part.meter.note(session.pace.bytesSpent(), part.allowed, now);
            part.demand = part.meter.takesAll() ? Long.MAX_VALUE : part.meter.demand();
        }
        long[] ofSite = partsOfSites(sessions);
        List<ShareWish> wishes = new ArrayList<>();
        for (int i = 0; i < ofSite.length; i++)
            wishes.add(new ShareWish(1, Math.min(demand(sessions.get(i)), ofSite[i])));
        long[] ofAll = limits.all() == 0 ? ofSite : FairShare.divide(limits.all(), wishes);
        for (int i = 0; i < ofSite.length; i++) allow(sessions.get(i), Math.min(ofSite[i], ofAll[i]));
    }

    private long demand(ServeSession session) {
        Part part = parts.get(session);
        return part == null ? Long.MAX_VALUE : part.demand;
    }

    /** In the order of the sessions; {@link Long#MAX_VALUE} without a limit to their site. */
    private long[] partsOfSites(List<ServeSession> sessions) {
        Map<SiteName, List<Integer>> bySite = new HashMap<>();
        long[] divided = new long[sessions.size()];
        for (int i = 0; i < divided.length; i++) {
            divided[i] = Long.MAX_VALUE;
            bySite.computeIfAbsent(sessions.get(i).issuer(), first -> new ArrayList<>())
                    .add(i);
        }
        bySite.forEach((site, of) -> {
            long limit = limits.bySite().getOrDefault(site, 0L);
            if (limit == 0) return;
            long[] shares = FairShare.divide(
                    limit,
                    of.stream()
                            .map(i -> new ShareWish(1, demand(sessions.get(i))))
                            .toList());
            for (int i = 0; i < shares.length; i++) divided[of.get(i)] = shares[i];
        });
        return divided;
    }

    private void allow(ServeSession session, long bytesPerSecond) {
        Part part = parts.get(session);
        if (part == null) return;
        long next = bytesPerSecond == Long.MAX_VALUE ? 0 : Math.max(1, bytesPerSecond);
        if (next == 0 || next > part.allowed) part.meter.raised();
        part.allowed = next;
        session.pace.limitHere(next);
    }

    /** Returns what is sent to each site now, in bytes/s over the last seconds. */
    synchronized Map<SiteName, Long> rates() {
        Map<SiteName, Long> rates = new HashMap<>();
        parts.forEach((session, part) -> rates.merge(session.issuer(), part.meter.bytesPerSecond(), Long::sum));
        return rates;
    }
}
