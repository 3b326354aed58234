package org.bdm.server.catalog.holding;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.DigestColumns;
import org.bdm.server.catalog.db.Statements;

/** The digests of ranges of large held files: where one is damaged, they tell which ranges. */
public final class HeldRangeDigests {
    private final CatalogParts parts;

    public HeldRangeDigests(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * The range digests of a held file.
     *
     * @param export where the file is held
     * @param path below the export
     * @param whole digest of the whole file that has these ranges: they are those of the holding only if it has this digest too
     * @param ranges as they were computed here
     */
    public record HeldRanges(ExportName export, StorePath path, Checksum whole, RangeDigests ranges) {}

    /**
     * Writes range digests of holdings that have the digest of the whole; others are passed over, since they may be of other bytes by now, and so
     * are those that are there already. Blocks the calling worker while the committer's queue is full.
     */
    public CompletableFuture<Void> put(List<HeldRanges> all) {
        List<HeldRanges> kept = List.copyOf(all);
        return parts.writeWaiting(Math.max(1, kept.size()), work -> {
            for (HeldRanges ranges : kept) put(work.sql(), ranges);
            return null;
        });
    }

    private static void put(Statements sql, HeldRanges held) {
        StorePath path = held.path();
        List<HoldingRows.Numbered> rows = HoldingRows.find(sql, held.export(), path.parent(), List.of(path.name()));
        for (HoldingRows.Numbered found : rows) {
            boolean isOfItsBytes = found.holding().digests().stream()
                    .anyMatch(digest -> digest.digest().equals(held.whole()));
            if (!isOfItsBytes) continue;
            long number = found.number();
            Row known = rows(sql, List.of(number)).get(number);
            if (known != null && known.whole().equals(held.whole())) continue;
            sql.update("DELETE FROM held_ranges WHERE holding_no = ?", number);
            sql.update(
                    "INSERT INTO held_ranges (holding_no, algorithm, digest, size, range_bytes, crc32c)"
                            + " VALUES (?, ?, ?, ?, ?, ?)",
                    number,
                    held.whole().algorithm().code(),
                    held.whole(),
                    held.ranges().size(),
                    held.ranges().rangeBytes(),
                    held.ranges().toBytes());
        }
    }

    /** Returns those of the paths that have range digests, by path; whether they are still those of the holding is for the caller to compare. */
    public Map<StorePath, HeldRanges> find(ExportName export, List<StorePath> paths) {
        Map<StorePath, List<FileName>> byDirectory = new LinkedHashMap<>();
        for (StorePath path : paths) {
            byDirectory
                    .computeIfAbsent(path.parent(), missing -> new ArrayList<>())
                    .add(path.name());
        }
        return parts.read(sql -> {
            Map<Long, StorePath> byNumber = new LinkedHashMap<>();
            byDirectory.forEach((directory, names) -> HoldingRows.find(sql, export, directory, names)
                    .forEach(row -> byNumber.put(row.number(), row.holding().path())));
            Map<StorePath, HeldRanges> found = new HashMap<>();
            rows(sql, List.copyOf(byNumber.keySet())).forEach((number, row) -> {
                StorePath path = byNumber.get(number);
                if (path != null) found.put(path, new HeldRanges(export, path, row.whole(), row.ranges()));
            });
            return found;
        });
    }

    /** Returns the range digests of a file as it was when it was right; empty if they are not known. */
    public Optional<RangeDigests> of(Holding holding) {
        return Optional.ofNullable(
                        find(holding.export(), List.of(holding.path())).get(holding.path()))
                .filter(held -> holding.digests().stream()
                        .anyMatch(known -> known.digest().equals(held.whole())))
                .map(HeldRanges::ranges);
    }

    private record Row(Checksum whole, RangeDigests ranges) {}

    private static Map<Long, Row> rows(Statements sql, List<Long> numbers) {
        Map<Long, Row> found = new HashMap<>();
        for (List<Long> part : Statements.parts(numbers)) {
            sql.list(
                            "SELECT holding_no, algorithm, digest, size, range_bytes, crc32c FROM held_ranges WHERE holding_no IN ("
                                    + Statements.marks(part.size()) + ") ORDER BY holding_no LIMIT " + part.size(),
                            (row, at) -> Map.entry(row.getLong(1), row(row)),
                            part.toArray())
                    .forEach(row -> found.put(row.getKey(), row.getValue()));
        }
        return found;
    }

    private static Row row(ResultSet row) throws SQLException {
        Checksum whole = new Checksum(DigestColumns.algorithm(row.getInt(2)), row.getBytes(3));
        return new Row(whole, RangeDigests.of(row.getLong(4), row.getLong(5), row.getBytes(6)));
    }
}
