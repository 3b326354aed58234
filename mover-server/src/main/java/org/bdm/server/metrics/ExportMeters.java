package org.bdm.server.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.store.Room;

/**
 * The room in the exports of this process. A file system that hangs keeps only its own figures from being read.
 *
 * @param rooms by name of the export; an empty room: it could not be read
 */
record ExportMeters(Map<String, Refreshed<Optional<Room>>> rooms) implements MeterSource {
    /** Keeps the order. */
    ExportMeters {
        rooms = new LinkedHashMap<>(rooms);
    }

    @Override
    public void addTo(MeterSamples samples) {
        rooms.forEach((export, figure) -> {
            Optional<Room> room = figure.value().flatMap(read -> read);
            samples.add(DeclaredMeter.EXPORT_AVAILABLE, room.isPresent(), export);
            room.ifPresent(there -> {
                samples.add(DeclaredMeter.EXPORT_FREE_BYTES, there.freeBytes(), export);
                samples.add(DeclaredMeter.EXPORT_FREE_INODES, there.freeInodes(), export);
                samples.add(DeclaredMeter.EXPORT_INODES, there.inodes(), export);
            });
        });
    }
}
