package org.bdm.server.catalog.holding;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.KeyHash;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Rows of holdings, and what they mean. */
final class HoldingRows {
    /** Holdings with their directory and dataset. */
    static final String SELECT = select("holding h");

    /** The same of those in an exceptional state, which is {@code x.state}. */
    static final String SELECT_EXCEPTIONAL =
            select("exceptional_holding x JOIN holding h ON h.holding_no = x.holding_no");

    /** The same of a directory that is known. */
    private static final String SELECT_IN_DIRECTORY =
            "SELECT h.*, s.instance_id FROM holding h LEFT JOIN held_dataset s ON s.dataset_no = h.dataset_no";

    /** With fewer each is looked up by itself. */
    private static final int RANGE_MIN = 8;

    private HoldingRows() {}

    private static String select(String holdings) {
        return "SELECT h.*, d.export, d.path, s.instance_id FROM " + holdings
                + " JOIN held_directory d ON d.dir_no = h.dir_no LEFT JOIN held_dataset s ON s.dataset_no = h.dataset_no";
    }

    /** A holding and its number. */
    record Numbered(long number, Holding holding) {}

    static Numbered row(ResultSet row) throws SQLException {
        byte[] directory = row.getBytes("path");
        return row(row, new ExportName(row.getString("export")), StorePath.of(directory));
    }

    private static Numbered row(ResultSet row, ExportName export, StorePath directory) throws SQLException {
        StorePath path = directory.child(FileName.of(row.getBytes("name")));
        long checked = row.getLong("checked_ms");
        Holding holding = new Holding(
                export,
                path,
                row.getString("instance_id"),
                row.getLong("size"),
                Instant.ofEpochSecond(row.getLong("modified_s"), row.getInt("modified_ns")),
                HoldingState.ofCode(row.getInt("state")),
                Instant.ofEpochMilli(row.getLong("since_ms")),
                StoredDigests.read(row.getString("digests")),
                row.getLong("inode"),
                checked == 0 ? null : Instant.ofEpochMilli(checked),
                seen(row));
        return new Numbered(row.getLong("holding_no"), holding);
    }

    /** 0 for never, as the catalog keeps it. */
    static long checkedMillis(@Nullable Instant checkedAt) {
        return checkedAt == null ? 0 : checkedAt.toEpochMilli();
    }

    static Holding.@Nullable Seen seen(ResultSet row) throws SQLException {
        Long size = Statements.longOrNull(row, "seen_size");
        if (size == null) return null;
        return new Holding.Seen(
                size,
                Instant.ofEpochSecond(row.getLong("seen_s"), row.getInt("seen_ns")),
                Instant.ofEpochMilli(row.getLong("seen_ms")));
    }

    /**
     * Those of the names that are held in a directory, in the order of the names. Names that are asked for together mostly are
     * neighbours: these are read in one go, which takes a fraction of what looking up each takes.
     */
    static List<Numbered> find(Statements sql, ExportName export, StorePath directory, List<FileName> names) {
        Optional<Long> number = directory(sql, export, directory.bytes());
        if (number.isEmpty()) return List.of();
        List<Numbered> found = new ArrayList<>();
        for (List<FileName> part : Statements.parts(names)) {
            Optional<List<Numbered>> neighbours =
                    part.size() < RANGE_MIN ? Optional.empty() : neighbours(sql, number.get(), export, directory, part);
            found.addAll(neighbours.orElseGet(() -> each(sql, number.get(), export, directory, part)));
        }
        return found;
    }

    /** Empty if more than as many others lie between the first of the names and the last. */
    private static Optional<List<Numbered>> neighbours(
            Statements sql, long number, ExportName export, StorePath directory, List<FileName> names) {
        int rowsMax = 2 * names.size();
        List<Numbered> between = sql.list(
                SELECT_IN_DIRECTORY
                        + " WHERE h.dir_no = ? AND h.name BETWEEN ? AND ? ORDER BY h.dir_no, h.name LIMIT ?",
                (row, at) -> row(row, export, directory),
                number,
                Collections.min(names).bytes(),
                Collections.max(names).bytes(),
                rowsMax);
        if (between.size() == rowsMax) return Optional.empty();
        Set<FileName> wanted = Set.copyOf(names);
        between.removeIf(row -> !wanted.contains(row.holding().path().name()));
        return Optional.of(between);
    }

    private static List<Numbered> each(
            Statements sql, long number, ExportName export, StorePath directory, List<FileName> names) {
        List<Object> arguments = new ArrayList<>(List.of(number));
        names.forEach(name -> arguments.add(name.bytes()));
        return sql.list(
                SELECT_IN_DIRECTORY + " WHERE h.dir_no = ? AND h.name IN (" + Statements.marks(names.size())
                        + ") ORDER BY h.dir_no, h.name LIMIT " + names.size(),
                (row, at) -> row(row, export, directory),
                arguments.toArray());
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
