package org.bdm.server.catalog.dataset;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Reads all of one replica set. */
final class ReplicaSetReading {
    private static final int ROWS_MAX = 1_000_000;

    private static final RecordColumns<ReplicaClaim> CLAIM = RecordColumns.of(
            ReplicaClaim.class,
            "node index_name is_replica is_latest is_retracted is_deprecated files bytes indexed_ms"
                    + " first_seen_ms last_seen_ms");

    private static final RecordColumns<Named> NAMED = RecordColumns.of(Named.class, "pid directory");

    private final Statements sql;
    private final long set;
    private final Map<String, @Nullable String> bases = new HashMap<>();

    private ReplicaSetReading(Statements sql, long set) {
        this.sql = sql;
        this.set = set;
    }

    private record Named(Optional<String> pid, Optional<String> directory) {}

    static ReplicaSet of(Statements sql, ReplicaSetSummary summary) {
        return new ReplicaSetReading(sql, summary.number()).read(summary);
    }

    private ReplicaSet read(ReplicaSetSummary summary) {
        List<ReplicaNode> nodes = nodes();
        Named named = sql.one("SELECT pid, directory FROM replica_set WHERE set_no = ?", NAMED, set)
                .orElseThrow();
        return new ReplicaSet(
                summary.instanceId(),
                summary.project(),
                summary.latest(),
                summary.retracted(),
                summary.deprecated(),
                named.pid(),
                named.directory(),
                variants(named.directory()),
                nodes,
                claims(),
                notes());
    }

    private List<ReplicaNode> nodes() {
        return sql.list(
                "SELECT d.name, n.* FROM replica_node n JOIN data_node d ON d.data_node_no = n.data_node_no"
                        + " WHERE n.set_no = ? ORDER BY d.name LIMIT ?",
                (row, at) -> {
                    bases.put(row.getString("name"), row.getString("url_base"));
                    Long variant = Statements.longOrNull(row, "variant");
                    return new ReplicaNode(
                            row.getString("name"),
                            row.getBoolean("is_original"),
                            row.getBoolean("is_retracted"),
                            variant == null ? OptionalInt.empty() : OptionalInt.of(variant.intValue()),
                            row.getInt("files"),
                            row.getLong("bytes"));
                },
                set,
                ROWS_MAX);
    }

    private List<ReplicaClaim> claims() {
        return sql.list(
                "SELECT d.name AS node, i.name AS index_name, c.* FROM replica_claim c"
                        + " JOIN data_node d ON d.data_node_no = c.data_node_no"
                        + " JOIN outside_index i ON i.index_no = c.index_no"
                        + " WHERE c.set_no = ? ORDER BY d.name, i.name LIMIT ?",
                CLAIM,
                set,
                ROWS_MAX);
    }

    private List<ReplicaNote> notes() {
        return sql.list(
                "SELECT * FROM replica_note WHERE set_no = ? ORDER BY set_no, note_no LIMIT ?",
                (row, at) -> new ReplicaNote(
                        ReplicaNote.Kind.values()[row.getInt("kind")],
                        row.getString("code"),
                        row.getString("subject"),
                        row.getString("text")),
                set,
                ROWS_MAX);
    }

    private record FileAt(int variant, int number) {}

    private List<ReplicaVariant> variants(Optional<String> directory) {
        Map<FileAt, List<CopyRow>> copies = copies();
        TreeMap<Integer, List<ReplicaFile>> files = new TreeMap<>();
        sql.list(
                "SELECT * FROM replica_file WHERE set_no = ? ORDER BY set_no, variant, file_no LIMIT ?",
                (row, at) -> files.computeIfAbsent(row.getInt("variant"), variant -> new ArrayList<>())
                        .add(file(row, directory, copies)),
                set,
                ROWS_MAX);
        List<ReplicaVariant> variants = new ArrayList<>();
        files.forEach((variant, all) -> variants.add(new ReplicaVariant(variant, all)));
        return variants;
    }

    private ReplicaFile file(ResultSet row, Optional<String> directory, Map<FileAt, List<CopyRow>> copies)
            throws SQLException {
        String name = row.getString("name");
        String tail = row.getString("path_tail");
        long size = row.getLong("size");
        FileAt at = new FileAt(row.getInt("variant"), row.getInt("file_no"));
        List<ReplicaDigest> digests = new ArrayList<>();
        addDigest(digests, row, ChecksumAlgorithm.SHA256, "sha256");
        addDigest(digests, row, ChecksumAlgorithm.MD5, "md5");
        String below = tail == null ? name : tail;
        return new ReplicaFile(
                name,
                below.isEmpty() ? Optional.empty() : directory.map(root -> root + "/" + below),
                size < 0 ? OptionalLong.empty() : OptionalLong.of(size),
                digests,
                Optional.ofNullable(row.getString("tracking_id")),
                time(row, "modified_ms"),
                copies.getOrDefault(at, List.of()).stream()
                        .map(copy -> copy.of(name, bases.get(copy.node())))
                        .toList());
    }

    private static void addDigest(
            List<ReplicaDigest> digests, ResultSet row, ChecksumAlgorithm algorithm, String column)
            throws SQLException {
        byte[] value = row.getBytes(column);
        if (value != null) {
            digests.add(new ReplicaDigest(new Checksum(algorithm, value), row.getInt(column + "_nodes")));
        }
    }

    private record CopyRow(String node, @Nullable String tail, int says, Map<ChecksumAlgorithm, Set<String>> saidBy) {
        ReplicaCopy of(String fileName, @Nullable String base) {
            Optional<String> url = CopySays.hasAddress(says) ? UrlBases.whole(tail, base, fileName) : Optional.empty();
            Optional<String> elsewhere = CopySays.hasAddress(says) ? Optional.empty() : Optional.ofNullable(tail);
            return new ReplicaCopy(node, url, elsewhere, CopySays.saysSize(says), CopySays.saysDigests(says), saidBy);
        }
    }

    private Map<FileAt, List<CopyRow>> copies() {
        Map<FileAt, List<CopyRow>> copies = new HashMap<>();
        Map<Long, String> indexes = indexes();
        sql.list(
                "SELECT d.name, c.* FROM replica_copy c JOIN data_node d ON d.data_node_no = c.data_node_no"
                        + " WHERE c.set_no = ? ORDER BY c.set_no, c.variant, c.file_no, c.copy_no LIMIT ?",
                (row, at) -> copies.computeIfAbsent(
                                new FileAt(row.getInt("variant"), row.getInt("file_no")), file -> new ArrayList<>())
                        .add(new CopyRow(
                                row.getString("name"),
                                row.getString("url_tail"),
                                row.getInt("says"),
                                saidBy(DigestSayers.read(row.getString("digests_by")), indexes))),
                set,
                ROWS_MAX);
        return copies;
    }

    private Map<Long, String> indexes() {
        Map<Long, String> names = new HashMap<>();
        sql.list(
                "SELECT index_no, name FROM outside_index ORDER BY index_no LIMIT ?",
                (row, at) -> names.put(row.getLong(1), row.getString(2)),
                ROWS_MAX);
        return names;
    }

    private static Map<ChecksumAlgorithm, Set<String>> saidBy(DigestSayers sayers, Map<Long, String> indexes) {
        if (sayers.equals(DigestSayers.UNKNOWN)) return Map.of();
        Map<ChecksumAlgorithm, Set<String>> saidBy = new EnumMap<>(ChecksumAlgorithm.class);
        for (ChecksumAlgorithm algorithm : List.of(ChecksumAlgorithm.SHA256, ChecksumAlgorithm.MD5)) {
            Set<String> names = new TreeSet<>();
            for (Long index : sayers.of(algorithm)) names.add(indexes.getOrDefault(index, ""));
            saidBy.put(algorithm, names);
        }
        return saidBy;
    }

    private static Optional<Instant> time(ResultSet row, String column) throws SQLException {
        Long stored = Statements.longOrNull(row, column);
        return stored == null ? Optional.empty() : Optional.of(Instant.ofEpochMilli(stored));
    }
}
