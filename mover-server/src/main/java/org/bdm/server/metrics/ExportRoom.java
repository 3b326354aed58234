package org.bdm.server.metrics;

import java.util.Optional;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.Room;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.server.site.access.LocalExports.Export;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of the file system of an export.
 *
 * @param isAvailable whether the root of the export can be read
 * @param room of an export to which files are written; empty for others
 */
record ExportRoom(boolean isAvailable, Optional<Room> room) {
    /** A name that is not there: only then does a store look whether its root was unmounted or replaced. */
    private static final StorePath ABSENT = StorePath.ofUtf8("bdm-no-such-name-5d1f0c3e");

    private static final Logger LOG = LoggerFactory.getLogger(ExportRoom.class);

    /** Looks at it; blocks, and never returns while the file system hangs. */
    static ExportRoom read(Export export) {
        try {
            export.store().status(ABSENT);
            boolean hasRoom = export.isWritable() && export.store() instanceof WritableStore;
            return new ExportRoom(
                    true,
                    hasRoom ? Optional.of(((WritableStore) export.store()).roomAt(StorePath.ROOT)) : Optional.empty());
        } catch (MoverException e) {
            LOG.debug("metrics: export {} cannot be read: {}", export.name(), e.sentence());
            return new ExportRoom(false, Optional.empty());
        }
    }
}
