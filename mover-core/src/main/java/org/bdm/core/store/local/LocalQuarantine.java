package org.bdm.core.store.local;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.Quarantine;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableFile;

/** The directory {@code EXPORT/.bdm/quarantine}, opened for each call: it is used seldom. Any thread that may block. */
final class LocalQuarantine implements Quarantine {
    private final WorkAreas areas;

    LocalQuarantine(WorkAreas areas) {
        this.areas = areas;
    }

    @Override
    public List<String> names() {
        WorkDirectory kept = open();
        try {
            return kept.names();
        } finally {
            kept.close();
        }
    }

    @Override
    public void read(String name, Consumer<ByteBuffer> sink) {
        WorkDirectory kept = open();
        try (WritableFile file = kept.open(name).orElseThrow(() -> missing(name))) {
            file.readBack(sink);
        } finally {
            kept.close();
        }
    }

    @Override
    public void place(String name, StorePath destination, PlaceMode mode) {
        WorkDirectory kept = open();
        try {
            if (!kept.names().contains(name)) throw missing(name);
            LocalWorkArea.placeKept(areas.tree(), kept, name, destination, mode);
            kept.force();
        } finally {
            kept.close();
        }
    }

    @Override
    public void delete(String name) {
        WorkDirectory kept = open();
        try {
            kept.delete(name);
            kept.force();
        } finally {
            kept.close();
        }
    }

    private WorkDirectory open() {
        return new WorkDirectory(areas.quarantine());
    }

    private static MoverException missing(String name) {
        return new MoverException(ErrorCode.NOT_FOUND, name + " is not in the quarantine");
    }
}
