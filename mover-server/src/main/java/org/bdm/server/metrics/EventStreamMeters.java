package org.bdm.server.metrics;

import org.bdm.server.discovery.event.EventCounts;

/** The event stream of ESGF-NG, if this process reads one. */
record EventStreamMeters(EventCounts counts) implements MeterSource {
    @Override
    public void addTo(MeterSamples samples) {
        if (!counts.isRead()) return;
        samples.add(DeclaredMeter.EVENT_MESSAGES, counts.messages());
        samples.add(DeclaredMeter.EVENT_UNREADABLE, counts.unreadableMessages());
        samples.add(DeclaredMeter.EVENT_FAILURES, counts.failures());
        counts.lastMessageAt().ifPresent(at -> samples.add(DeclaredMeter.EVENT_LAST_MESSAGE, at.toEpochMilli() / 1e3));
    }
}
