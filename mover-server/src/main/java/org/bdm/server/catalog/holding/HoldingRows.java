package org.bdm.server.catalog.holding;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
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

    /** The same of a directory that is known. */
    private static final String SELECT_IN_DIRECTORY =
            "SELECT h.*, s.instance_id FROM holding h LEFT JOIN held_dataset s ON s.dataset_no = h.dataset_no";

    /** With fewer each is looked up by itself. */
    private static final int RANGE_MIN = 8;

    /** At most one of each algorithm and origin: fewer than that. */
    private static final long DIGESTS_MAX = 25;

    private HoldingRows() {}

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

    /**
     * Those of the names that are held in a directory, in the order of the names, without digests. Names that are asked for together mostly are
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

    /** The same, in the same order, with their digests. */
    static List<Numbered> withDigests(Statements sql, List<Numbered> rows) {
        Map<Long, List<HoldingDigest>> digests = new HashMap<>();
        for (List<Numbered> part : Statements.parts(rows)) {
            digestsOf(sql, part.stream().mapToLong(Numbered::number).sorted().toArray())
                    .forEach(found -> digests.computeIfAbsent(found.getKey(), missing -> new ArrayList<>(4))
                            .add(found.getValue()));
        }
        return rows.stream()
                .map(row ->
                        new Numbered(row.number(), row.holding().with(digests.getOrDefault(row.number(), List.of()))))
                .toList();
    }

    /**
     * By the number of the holding. If most that lie between the first and the last are asked for, all of them are read in one go.
     *
     * @param numbers in ascending order
     */
    private static List<Map.Entry<Long, HoldingDigest>> digestsOf(Statements sql, long[] numbers) {
        long between = numbers[numbers.length - 1] - numbers[0] + 1;
        boolean areNeighbours = between <= 2L * numbers.length;
        long digestsMax = DIGESTS_MAX * (areNeighbours ? between : numbers.length);
        LongStream wanted =
                areNeighbours ? LongStream.of(numbers[0], numbers[numbers.length - 1]) : LongStream.of(numbers);
        List<Map.Entry<Long, HoldingDigest>> found = sql.list(
                "SELECT holding_no, algorithm, origin, digest, known_ms, requests, millis FROM holding_digest WHERE holding_no "
                        + (areNeighbours ? "BETWEEN ? AND ?" : "IN (" + Statements.marks(numbers.length) + ")")
                        + " ORDER BY holding_no, algorithm, origin LIMIT ?",
                (row, at) -> Map.entry(row.getLong(1), digest(row)),
                LongStream.concat(wanted, LongStream.of(digestsMax)).boxed().toArray());
        // those between, which others ask for
        found.removeIf(digest -> Arrays.binarySearch(numbers, digest.getKey()) < 0);
        return found;
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
