package org.bdm.core.store;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
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
            try (MemoryWritableFile file = new MemoryWritableFile(store, (MemoryNode.File) find(name), name, name)) {
                file.readBack(sink);
            }
        }
    }

    @Override
    public void place(String name, StorePath destination, PlaceMode mode) {
        synchronized (store) {
            MemoryNode file = find(name);
            MemoryNode.Directory parent = store.directoryToChange(destination.parent());
            if (mode == PlaceMode.NEW && parent.entries.containsKey(destination.name())) {
                throw new MoverException(ErrorCode.DESTINATION_EXISTS, destination + " is there already");
            }
            store.quarantined.remove(name);
            parent.entries.put(destination.name(), file);
        }
    }

    @Override
    public Optional<FileStatus> status(String name) {
        synchronized (store) {
            return Optional.ofNullable(store.quarantined.get(name)).map(MemoryNode::status);
        }
    }

    @Override
    public void keep(StorePath source, FileVersion expected, String name) {
        synchronized (store) {
            MemoryNode node = taken(source, expected, name);
            store.directoryToChange(source.parent()).entries.remove(source.name());
            store.quarantined.put(name, node);
        }
    }

    @Override
    public boolean link(StorePath source, FileVersion expected, String name) {
        synchronized (store) {
            if (!store.faults().makesLinks()) return false;
            store.quarantined.put(name, taken(source, expected, name));
            return true;
        }
    }

    private MemoryNode taken(StorePath source, FileVersion expected, String name) {
        synchronized (store) {
            MemoryNode.Directory parent = store.directoryToChange(source.parent());
            MemoryNode node = parent.entries.get(source.name());
            if (node == null) throw new MoverException(ErrorCode.SOURCE_NOT_FOUND, source + " is not there");
            if (node instanceof MemoryNode.Directory) {
                throw new MoverException(ErrorCode.UNSUPPORTED, source + " is a directory");
            }
            if (store.quarantined.containsKey(name)) {
                throw new MoverException(ErrorCode.DESTINATION_EXISTS, name + " is kept already");
            }
            if (!node.status().version().sameButForChangeTime(expected)) {
                throw new MoverException(ErrorCode.SOURCE_CHANGED, source + " has changed");
            }
            return node;
        }
    }

    @Override
    public void force() {
        // it is in memory: a power cut leaves it as it is
    }

    @Override
    public void delete(Collection<String> names) {
        synchronized (store) {
            names.forEach(store.quarantined::remove);
        }
    }

    private MemoryNode find(String name) {
        MemoryNode file = store.quarantined.get(name);
        if (file == null) throw new MoverException(ErrorCode.NOT_FOUND, name + " is not in the quarantine");
        return file;
    }
}
