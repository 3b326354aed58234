package org.bdm.core.source;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.id.FileId;

/** The files of a session that were wanted lately and that sites have. Any thread. What is used least goes first, and begins anew. */
final class BoundedFiles {
    private static final int FILES_MAX = 32_768;

    private final Map<FileId, FileAtSites> byFile = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<FileId, FileAtSites> eldest) {
            return size() > FILES_MAX;
        }
    };

    synchronized FileAtSites of(WantedFile wanted) {
        FileAtSites file = byFile.computeIfAbsent(wanted.file(), missing -> new FileAtSites());
        file.listed(wanted.expected());
        return file;
    }

    synchronized Optional<FileAtSites> find(FileId file) {
        return Optional.ofNullable(byFile.get(file));
    }
}
