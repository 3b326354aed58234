package org.bdm.server.site.serving;

import java.time.Instant;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.server.catalog.holding.Holding;
import org.jspecify.annotations.Nullable;

/**
 * A file or a directory in a listing.
 *
 * @param version as on disk, through symbolic links
 * @param holding evidence of the file, whatever it is of; null if none is known or wanted
 */
record ListedEntry(
        FileName name,
        boolean isDirectory,
        FileVersion version,
        @Nullable Holding holding) {
    Instant modified() {
        return version.modified();
    }

    ListedEntry with(@Nullable Holding known) {
        return new ListedEntry(name, isDirectory, version, known);
    }
}
