package org.bdm.server.job.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.holding.HeldRangeDigests.HeldRanges;

/**
 * Finds the range digests of large files that a job may replace: where the file at the destination is damaged, the session keeps the ranges that
 * are right. Belongs to the job's thread, and may block.
 */
final class RangesThere {
    private final Catalog catalog;
    private final boolean mayReplace;

    RangesThere(Catalog catalog, ConflictPolicy onConflict) {
        this.catalog = catalog;
        this.mayReplace = onConflict.replaces();
    }

    /** Returns digests by file, only of the files that have the digest of the whole that is expected. */
    Map<FileId, RangeDigests> of(List<FileRow> rows) {
        Map<FileId, RangeDigests> found = new HashMap<>();
        if (!mayReplace) return found;
        Map<ExportName, Map<StorePath, FileRow>> wanted = new LinkedHashMap<>();
        for (FileRow row : rows) {
            if (!isOfUse(row)) continue;
            Endpoint root = row.item().destination();
            wanted.computeIfAbsent(root.export(), missing -> new LinkedHashMap<>())
                    .put(row.path().below(root.path()), row);
        }
        wanted.forEach((export, byPath) -> catalog.heldRanges()
                .find(export, new ArrayList<>(byPath.keySet()))
                .forEach((path, held) -> {
                    FileRow row = byPath.get(path);
                    if (row != null && isExpected(held, row)) found.put(row.id(), held.ranges());
                }));
        return found;
    }

    private static boolean isOfUse(FileRow row) {
        return row.status().kind() == FileKind.FILE
                && RangeDigests.rangeBytes(row.status().version().size()) > 0
                && !row.expected().isEmpty();
    }

    private static boolean isExpected(HeldRanges held, FileRow row) {
        return row.expected().contains(held.whole())
                && held.ranges().size() == row.status().version().size();
    }
}
