package org.bdm.server.job.run;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileEntry;

/**
 * The destination paths that sessions of this node have in hand: a path has one writer at a time, whichever job wants it. Only of this
 * process, and as large as the chunks that are held. Safe on any thread.
 */
final class DestinationReservations {
    private final Map<ExportName, ConcurrentMap<StorePath, FileId>> byExport = new ConcurrentHashMap<>();

    /** For a chunk whose files go into this export; nothing is reserved yet. */
    OfChunk into(ExportName export) {
        return new OfChunk(byExport.computeIfAbsent(export, name -> new ConcurrentHashMap<>()));
    }

    /** The reservations of one chunk. Safe on any thread: a session that stops late gives back late. */
    static final class OfChunk {
        private final ConcurrentMap<StorePath, FileId> all;
        private final Map<FileId, StorePath> own = new HashMap<>();

        private OfChunk(ConcurrentMap<StorePath, FileId> all) {
            this.all = all;
        }

        /** Reserves the destination of a file; gives the file that has it already, if another has. */
        synchronized Optional<FileId> take(FileEntry entry) {
            FileId holder = all.putIfAbsent(entry.destination(), entry.file());
            if (holder != null && !holder.equals(entry.file())) return Optional.of(holder);
            own.put(entry.file(), entry.destination());
            return Optional.empty();
        }

        /** No session has the file in hand any more. */
        synchronized void release(FileId file) {
            StorePath path = own.remove(file);
            if (path != null) all.remove(path, file);
        }

        /** No session has any file of the chunk in hand any more. */
        synchronized void releaseAll() {
            own.forEach((file, path) -> all.remove(path, file));
            own.clear();
        }
    }
}
