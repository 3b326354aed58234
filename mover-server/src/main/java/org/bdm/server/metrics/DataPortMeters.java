package org.bdm.server.metrics;

import java.util.Collection;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;

/** The data port of this process, and the streams that other sites read on. */
record DataPortMeters(DataPortView port, Supplier<Collection<String>> peers) implements MeterSource {
    @Override
    public void addTo(MeterSamples samples) {
        samples.add(DeclaredMeter.DATA_PORT_CONNECTIONS, port.connections().getAsInt());
        samples.add(DeclaredMeter.KEPT_STREAMS, port.keptStreams().getAsInt());
        for (ErrorCode code : ErrorCode.values()) samples.add(DeclaredMeter.REFUSED_CONNECTIONS, 0, code.name());
        for (String peer : peers.get()) samples.add(DeclaredMeter.SENT_BYTES, 0, peer);
        port.refusals()
                .get()
                .forEach((code, times) -> samples.add(DeclaredMeter.REFUSED_CONNECTIONS, times, code.name()));
        port.servedSites().get().forEach((site, served) -> {
            samples.add(DeclaredMeter.SERVING_STREAMS, served.streams(), site.value());
            samples.add(DeclaredMeter.SENT_BYTES, served.bytesSent(), site.value());
        });
    }
}
