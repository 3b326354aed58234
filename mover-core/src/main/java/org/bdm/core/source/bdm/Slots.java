package org.bdm.core.source.bdm;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/** The places for the streams of one source, and the rate that they share. Owner only. */
final class Slots {
    private final List<Slot> slots = new ArrayList<>();
    private long bytesPerSecondMax;

    Slot add() {
        Slot slot = new Slot();
        slots.add(slot);
        return slot;
    }

    List<Slot> all() {
        return slots;
    }

    /** Streams that were welcomed and have not ended. */
    List<Connection> open() {
        List<Connection> open = new ArrayList<>(slots.size());
        for (Slot slot : slots) {
            if (slot.connection != null && slot.connection.isOpen()) open.add(slot.connection);
        }
        return open;
    }

    @Nullable Slot of(Connection connection) {
        for (Slot slot : slots) {
            if (slot.connection == connection) return slot;
        }
        return null;
    }

    void closeAll(MoverException reason) {
        for (Slot slot : slots) {
            if (slot.connection != null) slot.connection.close(reason);
        }
    }

    /** Over all streams; 0 is no limit. */
    void limitRate(long bytesPerSecond) {
        bytesPerSecondMax = bytesPerSecond;
        shareRate();
    }

    /** To be called when a stream was opened or has ended. */
    void shareRate() {
        List<Connection> open = open();
        if (open.isEmpty()) return;
        long share = bytesPerSecondMax == 0 ? 0 : Math.max(1, bytesPerSecondMax / open.size());
        for (Connection connection : open) connection.limitRate(share);
    }
}
