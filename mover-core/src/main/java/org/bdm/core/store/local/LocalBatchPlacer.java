package org.bdm.core.store.local;

import org.bdm.core.store.BatchPlacer;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;

/** One call for each file, and two for its directory. */
final class LocalBatchPlacer implements BatchPlacer {
    private final LocalWorkArea area;
    private final DirectoryHandles directories = new DirectoryHandles();

    LocalBatchPlacer(LocalWorkArea area) {
        this.area = area;
    }

    @Override
    public void place(String name, StorePath destination, PlaceMode mode) {
        if (destination.isRoot()) {
            area.place(name, destination, mode); // which refuses it
            return;
        }
        Descriptor parent = directories.find(destination.parent());
        if (parent == null) {
            parent = area.parentOf(destination);
            directories.keep(destination.parent(), parent);
        }
        area.placeIn(parent, name, destination, mode);
    }

    @Override
    public void close() {
        directories.close();
    }
}
