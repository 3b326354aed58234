package org.bdm.server.catalog.holding;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Origin;
import org.bdm.server.catalog.db.DigestColumns;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.KeyHash;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Rows of holdings, and what they mean. */
final class HoldingRows {
    /** Holdings with their directory and dataset. */
    static final String SELECT = "SELECT h.*, d.export, d.path, s.instance_id FROM holding h"
            + " JOIN held_directory d ON d.dir_no = h.dir_no LEFT JOIN held_dataset s ON s.dataset_no = h.dataset_no";

    private HoldingRows() {}

    /** A holding and its number. */
    record Numbered(long number, Holding holding) {}

    static Numbered row(ResultSet row) throws SQLException {
        byte[] directory = row.getBytes("path");
        StorePath path = StorePath.of(directory).child(FileName.of(row.getBytes("name")));
        long checked = row.getLong("checked_ms");
        Holding holding = new Holding(
                new ExportName(row.getString("export")),
                path,
                row.getString("instance_id"),
                row.getLong("size"),
                Instant.ofEpochSecond(row.getLong("modified_s"), row.getInt("modified_ns")),
                HoldingState.ofCode(row.getInt("state")),
                Instant.ofEpochMilli(row.getLong("since_ms")),
                List.of(),
                row.getLong("inode"),
                checked == 0 ? null : Instant.ofEpochMilli(checked),
                seen(row));
        return new Numbered(row.getLong("holding_no"), holding);
    }

    static Holding.@Nullable Seen seen(ResultSet row) throws SQLException {
        Long size = Statements.longOrNull(row, "seen_size");
        if (size == null) return null;
        return new Holding.Seen(
                size,
                Instant.ofEpochSecond(row.getLong("seen_s"), row.getInt("seen_ns")),
                Instant.ofEpochMilli(row.getLong("seen_ms")));
    }

    /** The same, in the same order, with their digests. */
    static List<Numbered> withDigests(Statements sql, List<Numbered> rows) {
        Map<Long, List<HoldingDigest>> digests = new HashMap<>();
        for (List<Numbered> part : Statements.parts(rows)) {
            sql.list(
                            "SELECT holding_no, algorithm, origin, digest, known_ms, requests, millis FROM holding_digest"
                                    + " WHERE holding_no IN (" + Statements.marks(part.size())
                                    + ") ORDER BY holding_no, algorithm, origin LIMIT "
                                    + 25 * part.size(),
                            (row, at) -> Map.entry(row.getLong(1), digest(row)),
                            part.stream().map(Numbered::number).toArray())
                    .forEach(found -> digests.computeIfAbsent(found.getKey(), missing -> new ArrayList<>())
                            .add(found.getValue()));
        }
        return rows.stream()
                .map(row ->
                        new Numbered(row.number(), row.holding().with(digests.getOrDefault(row.number(), List.of()))))
                .toList();
    }

    private static HoldingDigest digest(ResultSet row) throws SQLException {
        Checksum value = new Checksum(DigestColumns.algorithm(row.getInt(2)), row.getBytes(4));
        int requests = row.getInt(6);
        return new HoldingDigest(
                value,
                DigestOrigin.ofCode(row.getInt(3)),
                Instant.ofEpochMilli(row.getLong(5)),
                requests == 0 ? null : new Origin.Asked(requests, row.getLong(7)));
    }

    /** The number of a directory, if it has one. */
    static Optional<Long> directory(Statements sql, ExportName export, byte[] path) {
        return sql
                .list(
                        "SELECT dir_no, path FROM held_directory WHERE export = ? AND path_hash = ?"
                                + " ORDER BY export, path_hash, dir_no LIMIT 100",
                        (row, at) -> Map.entry(row.getLong(1), ByteBuffer.wrap(row.getBytes(2))),
                        export.value(),
                        KeyHash.of(path))
                .stream()
                .filter(found -> found.getValue().equals(ByteBuffer.wrap(path)))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    static Optional<Long> dataset(Statements sql, String instanceId) {
        return sql.one(
                "SELECT dataset_no FROM held_dataset WHERE instance_key = ?", (row, at) -> row.getLong(1), (Object)
                        InstanceKey.of(instanceId));
    }
}
