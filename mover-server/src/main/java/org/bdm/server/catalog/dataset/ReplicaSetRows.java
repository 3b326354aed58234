package org.bdm.server.catalog.dataset;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.NameSum;
import org.jspecify.annotations.Nullable;

/** Writes one replica set. Belongs to one change. */
final class ReplicaSetRows {
    private static final int TEXT_LENGTH_MAX = 2_000;

    private final ChangeWork work;
    private final Statements sql;
    private final long nowMillis;
    private final Map<String, Long> nodes = new HashMap<>();
    private final Map<String, Long> indexes = new HashMap<>();

    ReplicaSetRows(ChangeWork work) {
        this.work = work;
        this.sql = work.sql();
        this.nowMillis = work.now().toEpochMilli();
    }

    /** About how many rows it has. */
    static int rows(ReplicaSet set) {
        int copies = set.variants().stream()
                .flatMap(variant -> variant.files().stream())
                .mapToInt(file -> 1 + file.copies().size())
                .sum();
        return 1 + set.nodes().size() + set.claims().size() + set.notes().size() + copies;
    }

    ReplicaSetSummary put(ReplicaSet set) {
        byte[] content = content(set);
        Optional<Known> known = sql.one(
                "SELECT set_no, content_sha256 FROM replica_set WHERE instance_key = ?",
                (row, at) -> new Known(row.getLong(1), row.getBytes(2)),
                InstanceKey.of(set.instanceId()));
        long number = known.isPresent() ? known.get().number() : insert(set);
        boolean isSame = known.isPresent() && MessageDigest.isEqual(known.get().contentSha256(), content);
        update(number, set, content);
        putClaims(number, set.claims());
        if (!isSame) {
            for (String table : List.of("replica_node", "replica_file", "replica_copy", "replica_note")) {
                sql.update("DELETE FROM " + table + " WHERE set_no = ?", number);
            }
            insertParts(number, set);
            markDigests(number, set);
            DataNodeHosts.learn(work, set, this::node);
        }
        return ReplicaSets.summary(sql, set.instanceId()).orElseThrow();
    }

    private record Known(long number, byte[] contentSha256) {}

    private long insert(ReplicaSet set) {
        return sql.insert(
                "INSERT INTO replica_set (instance_key, instance_id, project, is_latest, is_retracted, is_deprecated,"
                        + " files, bytes, variants, nodes, content_sha256, first_seen_ms, last_seen_ms)"
                        + " VALUES (?, ?, '', FALSE, FALSE, FALSE, 0, 0, 0, 0, ?, ?, ?)",
                "set_no",
                InstanceKey.of(set.instanceId()),
                set.instanceId(),
                new byte[0],
                nowMillis,
                nowMillis);
    }

    private void update(long number, ReplicaSet set, byte[] content) {
        sql.update(
                "UPDATE replica_set SET instance_id = ?, project = ?, is_latest = ?, is_retracted = ?, is_deprecated = ?,"
                        + " pid = ?, directory = ?, files = ?, bytes = ?, variants = ?, nodes = ?, content_sha256 = ?,"
                        + " last_seen_ms = ?, name_sum = ? WHERE set_no = ?",
                set.instanceId(),
                Statements.cut(set.project(), 200),
                set.latest(),
                set.retracted(),
                set.deprecated(),
                set.pid().map(pid -> Statements.cut(pid, 300)).orElse(null),
                set.directory().orElse(null),
                set.variants().isEmpty() ? 0 : set.variants().get(0).files().size(),
                set.variants().isEmpty() ? 0L : set.variants().get(0).bytes(),
                set.variants().size(),
                set.nodes().size(),
                content,
                nowMillis,
                NameSum.of(names(set)),
                number);
    }

    private static List<String> names(ReplicaSet set) {
        return set.variants().isEmpty()
                ? List.of()
                : set.variants().get(0).files().stream().map(ReplicaFile::name).toList();
    }

    private void putClaims(long set, List<ReplicaClaim> claims) {
        for (ReplicaClaim claim : claims) {
            long index = index(claim.index());
            @Nullable Object[] row = {
                claim.replica().orElse(null),
                claim.latest().orElse(null),
                claim.retracted().orElse(null),
                claim.deprecated().orElse(null),
                claim.files().isPresent() ? claim.files().getAsLong() : null,
                claim.bytes().isPresent() ? claim.bytes().getAsLong() : null,
                claim.indexedAt().map(Instant::toEpochMilli).orElse(null),
                claim.lastSeen().map(Instant::toEpochMilli).orElse(nowMillis),
                claim.firstSeen().map(Instant::toEpochMilli).orElse(nowMillis),
                set,
                node(claim.node()),
                index
            };
            int updated = sql.update(
                    "UPDATE replica_claim SET is_replica = ?, is_latest = ?, is_retracted = ?, is_deprecated = ?,"
                            + " files = ?, bytes = ?, indexed_ms = ?, last_seen_ms = ?,"
                            + " first_seen_ms = LEAST(first_seen_ms, ?)"
                            + " WHERE set_no = ? AND data_node_no = ? AND index_no = ?",
                    row);
            if (updated > 0) continue;
            sql.update(
                    "INSERT INTO replica_claim (is_replica, is_latest, is_retracted, is_deprecated, files, bytes,"
                            + " indexed_ms, last_seen_ms, first_seen_ms, set_no, data_node_no, index_no)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    row);
        }
    }

    private void insertParts(long set, ReplicaSet content) {
        Map<String, String> bases = UrlBases.of(content);
        insertNodes(set, content.nodes(), bases);
        for (ReplicaVariant variant : content.variants()) insertFiles(set, variant, content.directory());
        for (ReplicaVariant variant : content.variants()) insertCopies(set, variant, bases);
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (ReplicaNote note : content.notes()) {
            rows.add(new Object[] {
                set,
                rows.size(),
                note.kind().ordinal(),
                note.code(),
                Statements.cut(note.subject(), 1000),
                Statements.cut(note.text(), TEXT_LENGTH_MAX)
            });
        }
        sql.batch(
                "INSERT INTO replica_note (set_no, note_no, kind, code, subject, text) VALUES (?, ?, ?, ?, ?, ?)",
                rows);
    }

    private void insertNodes(long set, List<ReplicaNode> all, Map<String, String> bases) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (ReplicaNode node : all) {
            rows.add(new Object[] {
                set,
                node(node.name()),
                node.original(),
                node.retracted(),
                node.variant().isPresent() ? node.variant().getAsInt() : null,
                node.files(),
                node.bytes(),
                bases.get(node.name())
            });
        }
        sql.batch(
                "INSERT INTO replica_node (set_no, data_node_no, is_original, is_retracted, variant, files, bytes, url_base)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                rows);
    }

    private void insertFiles(long set, ReplicaVariant variant, Optional<String> directory) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (ReplicaFile file : variant.files()) {
            Optional<ReplicaDigest> sha256 = digest(file, ChecksumAlgorithm.SHA256);
            Optional<ReplicaDigest> md5 = digest(file, ChecksumAlgorithm.MD5);
            rows.add(new Object[] {
                set,
                variant.number(),
                rows.size(),
                file.name(),
                pathTail(file, directory),
                file.size().orElse(-1),
                sha256.map(ReplicaDigest::value).orElse(null),
                sha256.map(ReplicaDigest::nodes).orElse(null),
                md5.map(ReplicaDigest::value).orElse(null),
                md5.map(ReplicaDigest::nodes).orElse(null),
                file.trackingId().map(id -> Statements.cut(id, 300)).orElse(null),
                file.modified().map(Instant::toEpochMilli).orElse(null)
            });
        }
        sql.batch(
                "INSERT INTO replica_file (set_no, variant, file_no, name, path_tail, size, sha256, sha256_nodes, md5,"
                        + " md5_nodes, tracking_id, modified_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                rows);
    }

    private static Optional<ReplicaDigest> digest(ReplicaFile file, ChecksumAlgorithm algorithm) {
        return file.digests().stream()
                .filter(digest -> digest.value().algorithm() == algorithm)
                .findFirst();
    }

    private static @Nullable String pathTail(ReplicaFile file, Optional<String> directory) {
        if (directory.isEmpty() || file.path().isEmpty()) return "";
        String tail = file.path().get().substring(directory.get().length() + 1);
        return tail.equals(file.name()) ? null : tail;
    }

    private void insertCopies(long set, ReplicaVariant variant, Map<String, String> bases) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int fileNo = 0; fileNo < variant.files().size(); fileNo++) {
            ReplicaFile file = variant.files().get(fileNo);
            for (int copyNo = 0; copyNo < file.copies().size(); copyNo++) {
                ReplicaCopy copy = file.copies().get(copyNo);
                String tail = copy.url()
                        .map(url -> UrlBases.tail(url, bases.get(copy.node()), file.name()))
                        .orElse(copy.elsewhere().orElse(null));
                rows.add(new Object[] {
                    set,
                    variant.number(),
                    fileNo,
                    copyNo,
                    node(copy.node()),
                    tail,
                    CopySays.code(copy),
                    sayers(copy).text()
                });
            }
        }
        sql.batch(
                "INSERT INTO replica_copy (set_no, variant, file_no, copy_no, data_node_no, url_tail, says,"
                        + " digests_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                rows);
    }

    private DigestSayers sayers(ReplicaCopy copy) {
        return new DigestSayers(sayers(copy, ChecksumAlgorithm.SHA256), sayers(copy, ChecksumAlgorithm.MD5));
    }

    private List<Long> sayers(ReplicaCopy copy, ChecksumAlgorithm algorithm) {
        if (!copy.saysDigests().contains(algorithm)) return List.of();
        return copy.saidBy().getOrDefault(algorithm, Set.of()).stream()
                .map(this::index)
                .toList();
    }

    /** Which claims bring digests: so those of an index that is not configured any more are found without a look at every copy. */
    private void markDigests(long set, ReplicaSet content) {
        Map<String, Set<String>> byNode = new TreeMap<>();
        for (ReplicaVariant variant : content.variants()) {
            for (ReplicaFile file : variant.files()) {
                for (ReplicaCopy copy : file.copies()) {
                    if (copy.saidBy().isEmpty()) continue;
                    Set<String> indexes = byNode.computeIfAbsent(copy.node(), first -> new TreeSet<>());
                    copy.saidBy().values().forEach(indexes::addAll);
                }
            }
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        byNode.forEach((node, indexes) ->
                indexes.forEach(index -> rows.add(new Object[] {set, node(node), index(index)})));
        if (rows.isEmpty()) return;
        sql.batch(
                "UPDATE replica_claim SET says_digests = TRUE WHERE set_no = ? AND data_node_no = ? AND index_no = ?",
                rows);
    }

    private long index(String name) {
        return indexes.computeIfAbsent(name, missing -> numberOf("outside_index", "index_no", missing));
    }

    private long node(String name) {
        return nodes.computeIfAbsent(name, missing -> numberOf("data_node", "data_node_no", missing));
    }

    private long numberOf(String table, String column, String name) {
        String kept = Statements.cut(name, 300);
        return sql.one("SELECT " + column + " FROM " + table + " WHERE name = ?", (row, at) -> row.getLong(1), kept)
                .orElseGet(() -> sql.insert("INSERT INTO " + table + " (name) VALUES (?)", column, kept));
    }

    /** Returns a text that changes when anything but claims changes; the text of records is stable. */
    private static byte[] content(ReplicaSet set) {
        String text = String.join(
                "\n",
                String.valueOf(set.directory()),
                String.valueOf(set.variants()),
                String.valueOf(set.nodes()),
                String.valueOf(set.notes()));
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
