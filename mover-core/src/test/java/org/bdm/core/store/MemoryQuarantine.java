package org.bdm.core.store;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The quarantine of a {@link MemoryStore}. */
final class MemoryQuarantine implements Quarantine {
    private final MemoryStore store;

    MemoryQuarantine(MemoryStore store) {
        this.store = store;
    }

    @Override
    public List<String> names() {
        synchronized (store) {
            return List.copyOf(store.quarantined.keySet());
        }
    }

    @Override
    public void read(String name, Consumer<ByteBuffer> sink) {
        synchronized (store) {
            try (MemoryWritableFile file = new MemoryWritableFile(store, find(name), name, name)) {
                file.readBack(sink);
            }
        }
    }

    @Override
    public void place(String name, StorePath destination, PlaceMode mode) {
        synchronized (store) {
            MemoryNode.File file = find(name);
            MemoryNode.Directory parent = store.directoryToChange(destination.parent());
            if (mode == PlaceMode.NEW && parent.entries.containsKey(destination.name())) {
                throw new MoverException(ErrorCode.DESTINATION_EXISTS, destination + " is there already");
            }
            store.quarantined.remove(name);
            parent.entries.put(destination.name(), file);
        }
    }

    @Override
    public void delete(String name) {
        synchronized (store) {
            store.quarantined.remove(name);
        }
    }

    private MemoryNode.File find(String name) {
        MemoryNode.File file = store.quarantined.get(name);
        if (file == null) throw new MoverException(ErrorCode.NOT_FOUND, name + " is not in the quarantine");
        return file;
    }
}
