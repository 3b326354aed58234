package org.bdm.server.holding.record;

import java.util.regex.Pattern;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * The dataset that the directories above files tell, read once for files of one directory that follow each other. Any thread: two that
 * alternate only read more often.
 */
final class DirectoryDataset {
    /** A file whose name could be the directory of a version is read by itself. */
    private static final Pattern VERSION = Pattern.compile("v\\d{1,8}");

    private volatile @Nullable Known last;

    private record Known(
            ExportName export,
            StorePath directory,
            @Nullable String dataset) {}

    /** As {@link HeldPlace#datasetOf}. */
    @Nullable String of(HeldPlace place, StorePath file) {
        if (VERSION.matcher(file.name().shown()).matches()) return place.datasetOf(file);
        StorePath directory = file.parent();
        Known known = last;
        if (known != null
                && known.directory().equals(directory)
                && known.export().equals(place.name())) return known.dataset();
        String dataset = place.datasetOf(file);
        last = new Known(place.name(), directory, dataset);
        return dataset;
    }
}
