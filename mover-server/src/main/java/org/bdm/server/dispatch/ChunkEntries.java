package org.bdm.server.dispatch;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.transfer.EarlierRuns;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileEntry;
import org.bdm.server.catalog.ChunkLease;
import org.bdm.server.catalog.FileRow;
import org.jspecify.annotations.Nullable;

/** Reads the open files of a chunk and makes of them what a session takes. Belongs to the job's thread. */
final class ChunkEntries {
    private static final int ROWS_AT_ONCE = 1000;

    private final DispatchParts parts;

    ChunkEntries(DispatchParts parts) {
        this.parts = parts;
    }

    List<FileRow> openFiles(ChunkLease lease) {
        List<FileRow> rows = new ArrayList<>();
        @Nullable FileId after = null;
        while (true) {
            List<FileRow> page = parts.catalog()
                    .chunks()
                    .openFiles(lease, after, parts.clock().instant(), ROWS_AT_ONCE);
            rows.addAll(page);
            if (page.size() < ROWS_AT_ONCE) return rows;
            after = page.get(page.size() - 1).id();
        }
    }

    /**
     * What a session is asked to bring.
     *
     * @throws MoverException NAME_TOO_LONG if there cannot be such a path
     */
    static FileEntry of(FileRow row) {
        Endpoint from = Endpoint.parse(row.item().item().source());
        Endpoint to = Endpoint.parse(row.item().item().destination());
        return new FileEntry(
                row.id(),
                row.path().below(from.path()),
                row.path().below(to.path()),
                row.status(),
                row.expected().stream().findFirst(),
                new EarlierRuns(
                        row.effort().attempts(),
                        row.effort().bytesMoved(),
                        row.effort().bytesResent()));
    }
}
