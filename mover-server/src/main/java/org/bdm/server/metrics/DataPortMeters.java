package org.bdm.server.metrics;

/** The data port of this process, and the streams that other sites read on. */
record DataPortMeters(DataPortView port) implements MeterSource {
    @Override
    public void addTo(MeterSamples samples) {
        samples.add(DeclaredMeter.DATA_PORT_CONNECTIONS, port.connections().getAsInt());
        samples.add(DeclaredMeter.KEPT_STREAMS, port.keptStreams().getAsInt());
        port.refusals()
                .get()
                .forEach((code, times) -> samples.add(DeclaredMeter.REFUSED_CONNECTIONS, times, code.name()));
        port.servedSites().get().forEach((site, served) -> {
            samples.add(DeclaredMeter.SERVING_STREAMS, served.streams(), site.value());
            samples.add(DeclaredMeter.SENT_BYTES, served.bytesSent(), site.value());
        });
    }
}
