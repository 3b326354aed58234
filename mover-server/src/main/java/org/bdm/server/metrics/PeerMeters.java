package org.bdm.server.metrics;

import java.time.Instant;
import org.bdm.server.site.access.PeerContacts;
import org.bdm.server.site.access.PeerContacts.PortContact;

/** The contacts of this process with other sites. */
record PeerMeters(PeerContacts contacts) implements MeterSource {
    @Override
    public void addTo(MeterSamples samples) {
        contacts.all().forEach((site, contact) -> {
            String peer = site.value();
            samples.add(DeclaredMeter.PEER_REACHABLE, contact.isReachable(), peer);
            Instant seen = contact.lastSeenAt();
            if (seen != null) samples.add(DeclaredMeter.PEER_LAST_CONTACT, seen.toEpochMilli() / 1e3, peer);
            long answering = contacts.ofPorts(site).values().stream()
                    .filter(PortContact::isAnswering)
                    .count();
            long dialled = contacts.ofPorts(site).size();
            samples.add(DeclaredMeter.PEER_PORTS, answering, peer, "answering");
            samples.add(DeclaredMeter.PEER_PORTS, Math.max(0, dialled - answering), peer, "silent");
        });
    }
}
