package org.bdm.server.catalog.dataset;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.DatasetMarkRows;
import org.bdm.server.catalog.holding.HeldDatasetCounts;
import org.bdm.server.catalog.job.Events;
import org.jspecify.annotations.Nullable;

/**
 * The checksums that only indexes claim which are asked no more: they count no more, and a finding of the dataset names who said them. The next
 * lookup brings those that an index says that is asked. What a person accepted is evidence of the holding, and stays.
 */
final class ForgottenDigests {
    private static final List<ChecksumAlgorithm> ALGORITHMS = List.of(ChecksumAlgorithm.SHA256, ChecksumAlgorithm.MD5);
    private static final int COPIES_MAX = 1_000_000;
    private static final int NOTES_MAX = 50;
    private static final String CODE = "DIGEST_FORGOTTEN";

    private final ChangeWork work;
    private final Statements sql;
    private final Set<Long> asked;
    private final Map<Long, String> forgotten;

    private record Claimed(long set, String instanceId) {}

    private record FileAt(int variant, int file) {}

    private record CopyAt(FileAt at, int copy, long node, int says, DigestSayers sayers) {}

    /** With the numbers of the indexes that are asked, and the others by number. */
    ForgottenDigests(ChangeWork work, Set<Long> asked, Map<Long, String> forgotten) {
        this.work = work;
        this.sql = work.sql();
        this.asked = asked;
        this.forgotten = forgotten;
    }

    /** Returns how many sets were looked at; each once. */
    int dismiss(int setsMax) {
        if (forgotten.isEmpty()) return 0;
        List<Claimed> found = sql.list(
                "SELECT DISTINCT s.set_no, s.instance_id FROM replica_claim c JOIN replica_set s ON s.set_no = c.set_no"
                        + " WHERE c.says_digests AND c.index_no IN (" + shown() + ") ORDER BY s.set_no LIMIT "
                        + setsMax,
                (row, at) -> new Claimed(row.getLong(1), row.getString(2)));
        found.forEach(this::dismiss);
        return found.size();
    }

    private String shown() {
        return String.join(
                ", ", forgotten.keySet().stream().map(String::valueOf).toList());
    }

    private void dismiss(Claimed one) {
        sql.update(
                "UPDATE replica_claim SET says_digests = NULL WHERE set_no = ? AND index_no IN (" + shown() + ")",
                one.set());
        Map<FileAt, List<CopyAt>> files = new LinkedHashMap<>();
        copies(one.set())
                .forEach(copy -> files.computeIfAbsent(copy.at(), first -> new ArrayList<>())
                        .add(copy));
        List<@Nullable Object[]> changed = new ArrayList<>();
        Map<FileAt, List<String>> lost = new LinkedHashMap<>();
        files.forEach((at, copies) -> {
            for (CopyAt copy : copies) {
                DigestSayers left = copy.sayers().among(asked);
                if (left.equals(copy.sayers())) continue;
                int says = says(copy, left);
                changed.add(new Object[] {says, left.text(), one.set(), at.variant(), at.file(), copy.copy()});
                if (says != copy.says())
                    lost.computeIfAbsent(at, first -> new ArrayList<>()).addAll(names(copy));
            }
        });
        if (changed.isEmpty()) return;
        sql.batch(
                "UPDATE replica_copy SET says = ?, digests_by = ? WHERE set_no = ? AND variant = ? AND file_no = ?"
                        + " AND copy_no = ?",
                changed);
        // Otherwise the answer of an index that is configured again would be taken for what is stored.
        sql.update("UPDATE replica_set SET content_sha256 = ? WHERE set_no = ?", new byte[0], one.set());
        if (!lost.isEmpty()) tell(one, files, lost);
    }

    private List<CopyAt> copies(long set) {
        return sql.list(
                "SELECT variant, file_no, copy_no, data_node_no, says, digests_by FROM replica_copy WHERE set_no = ?"
                        + " ORDER BY set_no, variant, file_no, copy_no LIMIT ?",
                (row, at) -> new CopyAt(
                        new FileAt(row.getInt(1), row.getInt(2)),
                        row.getInt(3),
                        row.getLong(4),
                        row.getInt(5),
                        DigestSayers.read(row.getString(6))),
                set,
                COPIES_MAX);
    }

    private static int says(CopyAt copy, DigestSayers left) {
        int says = copy.says();
        for (ChecksumAlgorithm algorithm : ALGORITHMS) {
            boolean isLost =
                    !copy.sayers().of(algorithm).isEmpty() && left.of(algorithm).isEmpty();
            if (isLost) says = CopySays.withoutDigest(says, algorithm);
        }
        return says;
    }

    private List<String> names(CopyAt copy) {
        return ALGORITHMS.stream()
                .flatMap(algorithm -> copy.sayers().of(algorithm).stream())
                .filter(forgotten::containsKey)
                .map(index -> forgotten.getOrDefault(index, ""))
                .toList();
    }

    private void tell(Claimed one, Map<FileAt, List<CopyAt>> files, Map<FileAt, List<String>> lost) {
        lost.keySet().forEach(at -> count(one.set(), at, files.getOrDefault(at, List.of())));
        Set<String> indexes = new TreeSet<>();
        lost.values().forEach(indexes::addAll);
        String saying = String.join(", ", indexes);
        note(one.set(), lost);
        String text = one.instanceId() + ": checksums of " + lost.size() + (lost.size() == 1 ? " file" : " files")
                + " count no more; only " + saying + " said them, and is not configured any more";
        Events.add(work, null, "CLAIM_DISMISSED", text, "{}");
        HeldDatasetCounts.refresh(
                sql, new DatasetMarkRows(work).refresh(one.instanceId().toLowerCase(Locale.ROOT)));
    }

    /** A digest counts by the nodes of which an index says it; one without any is not known. */
    private void count(long set, FileAt at, List<CopyAt> copies) {
        Map<ChecksumAlgorithm, Set<Long>> nodes = new HashMap<>();
        for (CopyAt copy : copies) {
            for (ChecksumAlgorithm algorithm :
                    CopySays.saysDigests(says(copy, copy.sayers().among(asked)))) {
                nodes.computeIfAbsent(algorithm, first -> new HashSet<>()).add(copy.node());
            }
        }
        for (ChecksumAlgorithm algorithm : ALGORITHMS) {
            String column = algorithm == ChecksumAlgorithm.SHA256 ? "sha256" : "md5";
            int number = nodes.getOrDefault(algorithm, Set.of()).size();
            String values =
                    number == 0 ? column + " = NULL, " + column + "_nodes = NULL" : column + "_nodes = " + number;
            sql.update(
                    "UPDATE replica_file SET " + values + " WHERE set_no = ? AND variant = ? AND file_no = ? AND "
                            + column + " IS NOT NULL",
                    set,
                    at.variant(),
                    at.file());
        }
    }

    private void note(long set, Map<FileAt, List<String>> lost) {
        long first = 1 + sql.number("SELECT COALESCE(MAX(note_no), -1) FROM replica_note WHERE set_no = ?", set);
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Map.Entry<FileAt, List<String>> file : lost.entrySet()) {
            if (rows.size() == NOTES_MAX) break;
            String name = sql.one(
                            "SELECT name FROM replica_file WHERE set_no = ? AND variant = ? AND file_no = ?",
                            (row, at) -> row.getString(1),
                            set,
                            file.getKey().variant(),
                            file.getKey().file())
                    .orElse("");
            String text = "a checksum of the file that only "
                    + String.join(", ", new TreeSet<>(file.getValue()))
                    + " said counts no more: that index is not configured";
            rows.add(note(set, first + rows.size(), name, text));
        }
        int others = lost.size() - rows.size();
        if (others > 0) rows.add(note(set, first + rows.size(), "", "and " + others + " more like these"));
        sql.batch(
                "INSERT INTO replica_note (set_no, note_no, kind, code, subject, text) VALUES (?, ?, ?, ?, ?, ?)",
                rows);
    }

    private static @Nullable Object[] note(long set, long number, String subject, String text) {
        return new Object[] {
            set,
            number,
            ReplicaNote.Kind.FINDING.ordinal(),
            CODE,
            Statements.cut(subject, 1000),
            Statements.cut(text, 2000)
        };
    }
}
