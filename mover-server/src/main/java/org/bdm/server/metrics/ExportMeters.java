package org.bdm.server.metrics;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The exports of this process. A file system that hangs keeps only its own figures from being read, and counts as not available once they are
 * old.
 *
 * @param rooms by name of the export
 */
record ExportMeters(Map<String, Refreshed<ExportRoom>> rooms) implements MeterSource {
    /** Keeps the order. */
    ExportMeters {
        rooms = new LinkedHashMap<>(rooms);
    }

    @Override
    public void addTo(MeterSamples samples) {
        rooms.forEach((export, figure) -> {
            samples.add(
                    DeclaredMeter.EXPORT_AVAILABLE,
                    figure.value().map(ExportRoom::isAvailable).orElse(false),
                    export);
            figure.value().flatMap(ExportRoom::room).ifPresent(room -> {
                samples.add(DeclaredMeter.EXPORT_FREE_BYTES, room.freeBytes(), export);
                samples.add(DeclaredMeter.EXPORT_FREE_INODES, room.freeInodes(), export);
                samples.add(DeclaredMeter.EXPORT_INODES, room.inodes(), export);
            });
        });
    }
}
