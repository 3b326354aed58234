package org.bdm.core.source.bdm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.wire.Frame;
import org.jspecify.annotations.Nullable;

/** One WANT that was sent on one connection: its parts that have not ended. Owner only. */
final class WantRequest {
    final RequestId id;
    final Connection connection;
    private final Map<Key, WantPart> parts = new LinkedHashMap<>();
    private long bytesArrived;
    private int partsEnded;

    WantRequest(RequestId id, Connection connection) {
        this.id = id;
        this.connection = connection;
    }

    void add(WantPart part) {
        parts.put(new Key(part.item.file(), part.item.epoch()), part);
        part.item.parts.add(part);
    }

    boolean has(WantItem item) {
        return parts.containsKey(new Key(item.file(), item.epoch()));
    }

    @Nullable WantPart part(FileId file, Epoch epoch) {
        return parts.get(new Key(file, epoch));
    }

    /** Bytes of it that came, counted for {@link WantWatch}. */
    long bytesArrived() {
        return bytesArrived;
    }

    /** Parts of it that ended, counted for {@link WantWatch}. */
    int partsEnded() {
        return partsEnded;
    }

    void arrived(long bytes) {
        bytesArrived += bytes;
    }

    void remove(WantPart part) {
        partsEnded++;
        parts.remove(new Key(part.item.file(), part.item.epoch()));
        part.item.parts.remove(part);
    }

    List<WantPart> parts() {
        return new ArrayList<>(parts.values());
    }

    int size() {
        return parts.size();
    }

    /** True when nobody waits for any of its parts. */
    boolean isUnwanted() {
        for (WantPart part : parts.values()) {
            if (!part.item.isEnded()) return false;
        }
        return true;
    }

    Frame.Want frame(String export) {
        List<Frame.WantItem> items = new ArrayList<>(parts.size());
        for (WantPart part : parts.values()) {
            WantItem item = part.item;
            items.add(new Frame.WantItem(
                    item.file(),
                    item.epoch(),
                    item.wanted.path(),
                    item.wanted.expected(),
                    item.isSmall() ? List.of() : part.ranges(),
                    item.wanted.packable() && item.isSmall()));
        }
        return new Frame.Want(id, export, items);
    }

    private record Key(FileId file, Epoch epoch) {}
}
