package org.bdm.server.holding.record;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.survey.ComparedFile;
import org.jspecify.annotations.Nullable;

/**
 * Knows which files have the bytes of a source though their time is another one, so that no job reads both again. Asks the catalog once for
 * each directory with such a file. Belongs to one thread, and may block.
 */
final class ComparedBefore {
    private static final int DIRECTORIES_MAX = 64;
    private static final Duration TIME_EXACT_TO = Duration.ofNanos(1_000);

    private final Catalog catalog;
    private final Map<Place, Map<StorePath, ComparedFile>> directories = new HashMap<>();

    ComparedBefore(Catalog catalog) {
        this.catalog = catalog;
    }

    private record Place(ExportName export, StorePath directory) {}

    /** True if the file that is there in this version was found to be that of a source in this version. */
    boolean isSame(ExportName export, StorePath path, FileVersion source, FileVersion there) {
        if (path.isRoot() || source.size() != there.size()) return false;
        @Nullable ComparedFile known = directory(new Place(export, path.parent())).get(path);
        return known != null
                && known.size() == there.size()
                && known.seen().equals(there.modified())
                && isNear(known.source(), source.modified());
    }

    private Map<StorePath, ComparedFile> directory(Place place) {
        Map<StorePath, ComparedFile> known = directories.get(place);
        if (known != null) return known;
        if (directories.size() >= DIRECTORIES_MAX) directories.clear();
        Map<StorePath, ComparedFile> files = new HashMap<>();
        catalog.comparedFiles()
                .inDirectory(place.export(), place.directory())
                .forEach(file -> files.putIfAbsent(file.path(), file));
        directories.put(place, files);
        return files;
    }

    private static boolean isNear(Instant one, Instant other) {
        return Duration.between(one, other).abs().compareTo(TIME_EXACT_TO) <= 0;
    }
}
