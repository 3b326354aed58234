package org.bdm.core.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StoreCall.Kind;

/** A work area of a {@link MemoryStore}. */
final class MemoryWorkArea implements WorkArea {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}");

    private final MemoryStore store;
    private final JobId job;

    MemoryWorkArea(MemoryStore store, JobId job) {
        this.store = store;
        this.job = job;
    }

    static void refuseBroken(MemoryNode.File file, String where) {
        if (file.broken) {
            throw new MoverException(ErrorCode.SYNC_FAILED, "fsync of " + where + " said EIO (input/output error)");
        }
    }

    @Override
    public WritableFile create(String name) {
        synchronized (store) {
            FileName key = checked(name);
            store.record(Kind.CREATE, shown(name));
            MemoryNode.File file = new MemoryNode.File(store.nextInode(), store.now());
            directory().entries.put(key, file);
            return new MemoryWritableFile(store, file, name, shown(name));
        }
    }

    @Override
    public WritableFile create(String name, StorePath destination) {
        return create(name);
    }

    @Override
    public void link(String name, StorePath file, StorePath destination) {
        synchronized (store) {
            FileName key = checked(name);
            store.record(Kind.LINK, file + " -> " + shown(name));
            MemoryNode there = store.directoryToChange(file.parent()).entries.get(file.name());
            if (!(there instanceof MemoryNode.File held)) {
                throw new MoverException(ErrorCode.WRITE_ERROR, file + " is no file");
            }
            directory().entries.put(key, held);
        }
    }

    @Override
    public Optional<WritableFile> open(String name) {
        synchronized (store) {
            MemoryNode.File file = (MemoryNode.File) directory().entries.get(checked(name));
            if (file == null) return Optional.empty();
            refuseBroken(file, shown(name));
            return Optional.of(new MemoryWritableFile(store, file, name, shown(name)));
        }
    }

    @Override
    public boolean rename(String name, String newName) {
        synchronized (store) {
            FileName key = checked(name);
            FileName newKey = checked(newName);
            MemoryNode file = directory().entries.get(key);
            if (file == null) return false;
            store.record(Kind.RENAME, shown(name) + " -> " + shown(newName));
            directory().entries.remove(key);
            directory().entries.put(newKey, file);
            return true;
        }
    }

    @Override
    public void delete(String name) {
        synchronized (store) {
            FileName key = checked(name);
            store.record(Kind.DELETE, shown(name));
            directory().entries.remove(key);
        }
    }

    @Override
    public List<String> names() {
        synchronized (store) {
            List<String> names = new ArrayList<>();
            for (FileName name : directory().entries.keySet()) names.add(name.shown());
            return names;
        }
    }

    @Override
    public void place(String name, StorePath destination, PlaceMode mode) {
        synchronized (store) {
            store.record(Kind.PLACE, shown(name) + " -> " + destination);
            MemoryNode.Directory parent = parentOf(destination);
            MemoryNode.File file = (MemoryNode.File) directory().entries.get(checked(name));
            if (file == null) throw new MoverException(ErrorCode.WRITE_ERROR, shown(name) + " is not there");
            refuseBroken(file, shown(name));
            checkFree(parent, destination, mode);
            directory().entries.remove(checked(name));
            parent.entries.put(destination.name(), file);
            parent.modified = store.now();
        }
    }

    @Override
    public void placeSymbolicLink(byte[] target, StorePath destination, PlaceMode mode) {
        synchronized (store) {
            boolean valid = target.length > 0 && target.length < 4096;
            for (byte b : target) valid &= b != 0;
            if (!valid) throw new MoverException(ErrorCode.INVALID_PATH, "target of the link " + destination);
            ReservedName.refusedAsTarget(target);
            MemoryNode.Directory parent = parentOf(destination);
            checkFree(parent, destination, mode);
            store.record(Kind.PLACE_SYMBOLIC_LINK, destination.toString());
            parent.entries.put(destination.name(), new MemoryNode.Link(store.nextInode(), store.now(), target));
            parent.modified = store.now();
        }
    }

    @Override
    public void replace(String name, StorePath destination, FileVersion expected) {
        synchronized (store) {
            MemoryNode.File file = (MemoryNode.File) directory().entries.get(checked(name));
            if (file == null) throw new MoverException(ErrorCode.WRITE_ERROR, shown(name) + " is not there");
            refuseBroken(file, shown(name));
            store.record(Kind.PLACE, shown(name) + " -> " + destination);
            checkExpected(destination, expected);
            directory().entries.remove(checked(name));
            parentOf(destination).entries.put(destination.name(), file);
        }
    }

    @Override
    public void replaceBySymbolicLink(byte[] target, StorePath destination, FileVersion expected) {
        synchronized (store) {
            checkExpected(destination, expected);
            placeSymbolicLink(target, destination, PlaceMode.REPLACE);
        }
    }

    private void checkExpected(StorePath destination, FileVersion expected) {
        MemoryNode there = parentOf(destination).entries.get(destination.name());
        boolean isExpected = there == null
                || (there.status().version().sameButForChangeTime(expected) && store.quarantined.containsValue(there));
        if (isExpected) return;
        throw new MoverException(ErrorCode.SOURCE_CHANGED, destination + " has changed");
    }

    @Override
    public StoreAbilities abilitiesAt(StorePath destination) {
        return store.abilities();
    }

    @Override
    public void force() {
        synchronized (store) {
            if (store.skipsDirectoryForce("/" + job)) return;
            store.record(Kind.FORCE_AREA, job.toString());
            directory().force();
            store.forceAreas();
        }
    }

    @Override
    public void quarantine(String name) {
        synchronized (store) {
            MemoryNode file = directory().entries.remove(checked(name));
            if (file == null) throw new MoverException(ErrorCode.WRITE_ERROR, shown(name) + " is not there");
            store.quarantined.put(name, (MemoryNode.File) file);
        }
    }

    @Override
    public void remove() {
        synchronized (store) {
            store.record(Kind.REMOVE_AREA, job.toString());
            directory().entries.clear();
            store.areas.remove(job);
        }
    }

    private MemoryNode.Directory parentOf(StorePath destination) {
        if (destination.isRoot()) throw new MoverException(ErrorCode.INVALID_PATH, "nothing is placed as the root");
        store.refuseReserved(destination);
        return store.directoryToChange(destination.parent());
    }

    private static void checkFree(MemoryNode.Directory parent, StorePath destination, PlaceMode mode) {
        MemoryNode there = parent.entries.get(destination.name());
        if (there == null || (mode == PlaceMode.REPLACE && !(there instanceof MemoryNode.Directory))) return;
        throw new MoverException(ErrorCode.DESTINATION_EXISTS, "memory:" + destination + " exists");
    }

    private MemoryNode.Directory directory() {
        MemoryNode.Directory directory = store.areas.get(job);
        if (directory == null) throw new MoverException(ErrorCode.INTERNAL, "the work area " + job + " was removed");
        return directory;
    }

    private static FileName checked(String name) {
        if (!NAME.matcher(name).matches()) throw new IllegalArgumentException("not a name in a work area: " + name);
        return FileName.ofUtf8(name);
    }

    private String shown(String name) {
        return job + "/" + name;
    }
}
