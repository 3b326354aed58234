package org.bdm.server.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileEntry;
import org.bdm.server.catalog.ChunkLease;
import org.bdm.server.catalog.FileRow;
import org.bdm.server.scheduler.JobSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the open files of a chunk and makes of them what a session takes. Belongs to the job's thread. */
final class ChunkEntries {
    private static final Logger LOG = LoggerFactory.getLogger(ChunkEntries.class);
    private static final int ROWS_AT_ONCE = 1000;

    private final DispatchParts parts;
    private final JobSettings settings;

    ChunkEntries(DispatchParts parts, JobSettings settings) {
        this.parts = parts;
        this.settings = settings;
    }

    List<FileRow> openFiles(ChunkLease lease) {
        List<FileRow> rows = new ArrayList<>();
        @Nullable FileId after = null;
        while (true) {
            List<FileRow> page =
                    parts.catalog().chunks().openFiles(lease, after, parts.clock().instant(), ROWS_AT_ONCE);
            rows.addAll(page);
            if (page.size() < ROWS_AT_ONCE) return rows;
            after = page.get(page.size() - 1).id();
        }
    }

    List<FileEntry> of(List<FileRow> rows) {
        return rows.stream().map(this::entry).toList();
    }

    private FileEntry entry(FileRow row) {
        Endpoint from = Endpoint.parse(row.item().item().source());
        Endpoint to = Endpoint.parse(row.item().item().destination());
        StorePath destination = row.path().below(to.path());
        return new FileEntry(
                row.id(),
                row.path().below(from.path()),
                destination,
                row.status(),
                row.expected().stream().findFirst(),
                mayBeSame(parts.exports().writable(to.export()), destination, row.status()),
                row.effort().attempts());
    }

    /** A file of the same size is there: digests decide, unless the level says that the name or the size is enough. */
    private boolean mayBeSame(Store store, StorePath destination, FileStatus source) {
        if (settings.syncLevel() == JobSettings.SyncLevel.EXISTS || source.kind() != FileKind.FILE) return false;
        try {
            Optional<FileStatus> there = store.status(destination);
            return there.isPresent()
                    && there.get().kind() == FileKind.FILE
                    && there.get().version().size() == source.version().size();
        } catch (MoverException e) {
            LOG.debug("no look at {}: the placing of the file will tell: {}", destination, e.detail());
            return false;
        }
    }
}
