package org.bdm.server.catalog.dataset;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.DatasetVersions;
import org.bdm.server.catalog.job.JobState;
import org.jspecify.annotations.Nullable;

/** Rows of what standing queries found. */
final class SubscriptionDatasetRows {
    private static final String INCOMPLETE = "(d.state = " + FoundState.INCOMPLETE.code()
            + " OR d.tries > 0 AND d.state IN ("
            + FoundState.NEW.code() + ", " + FoundState.WANTED.code() + ", " + FoundState.SUBMITTED.code() + ", "
            + FoundState.REQUESTED.code() + ") OR d.state = " + FoundState.SUBMITTED.code()
            + " AND EXISTS (SELECT 1 FROM job j WHERE j.job_no = d.job_no AND j.state IN ("
            + JobState.PARTIAL.code() + ", " + JobState.FAILED.code() + ")))";

    private static final RecordColumns<FoundDataset> DATASET = RecordColumns.of(
            FoundDataset.class,
            "instance_id state text batch job_no request_no found_ms is_changed extent tries retry_ms since_ms");

    private SubscriptionDatasetRows() {}

    private static @Nullable Long millis(@Nullable Instant at) {
        return at == null ? null : at.toEpochMilli();
    }

    /** 1 if it was not known. What is known and announced otherwise than before is changed. */
    static int add(ChangeWork work, long number, HeardDataset heard) {
        byte[] key = InstanceKey.of(heard.instanceId());
        Long at = millis(heard.indexedAt().orElse(null));
        Long files = heard.files().isEmpty() ? null : heard.files().getAsLong();
        Long bytes = heard.bytes().isEmpty() ? null : heard.bytes().getAsLong();
        Optional<Boolean> known = work.sql()
                .one(
                        "SELECT heard_ms, heard_files, heard_bytes, state FROM subscription_dataset WHERE subscription_no = ?"
                                + " AND instance_key = ?",
                        (row, index) -> isOther(row, at, files, bytes),
                        number,
                        key);
        if (known.isPresent()) {
            if (known.get()) announceOtherwise(work, at, files, bytes, number, key);
            return 0;
        }
        return work.sql()
                .update(
                        "INSERT INTO subscription_dataset (subscription_no, instance_key, instance_id, state, text, found_ms,"
                                + " heard_ms, heard_files, heard_bytes) VALUES (?, ?, ?, ?, '', ?, ?, ?, ?)",
                        number,
                        key,
                        heard.instanceId(),
                        FoundState.NEW.code(),
                        work.now().toEpochMilli(),
                        at,
                        files,
                        bytes);
    }

    private static void announceOtherwise(
            ChangeWork work, @Nullable Long at, @Nullable Long files, @Nullable Long bytes, long number, byte[] key) {
        work.sql()
                .update(
                        "UPDATE subscription_dataset SET is_changed = (is_changed OR heard_ms IS NOT NULL"
                                + " OR heard_files IS NOT NULL OR heard_bytes IS NOT NULL),"
                                + " heard_ms = COALESCE(?, heard_ms), heard_files = COALESCE(?, heard_files),"
                                + " heard_bytes = COALESCE(?, heard_bytes)"
                                + " WHERE subscription_no = ? AND instance_key = ?",
                        at,
                        files,
                        bytes,
                        number,
                        key);
    }

    private static boolean isOther(ResultSet row, @Nullable Long at, @Nullable Long files, @Nullable Long bytes)
            throws SQLException {
        Long before = Statements.longOrNull(row, "heard_ms");
        boolean isNewer = at != null && (before == null || at > before);
        return isNewer
                || (files != null && !files.equals(Statements.longOrNull(row, "heard_files")))
                || (bytes != null && !bytes.equals(Statements.longOrNull(row, "heard_bytes")));
    }

    /** Sets what became of them. */
    static void decide(Statements sql, long number, List<FoundDataset> decided, @Nullable Long batch) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (FoundDataset found : decided) {
            boolean isWanted = found.state() == FoundState.WANTED;
            FoundDataset.Tracking tracking = found.tracking();
            rows.add(new @Nullable Object[] {
                found.state().code(),
                Statements.cut(found.text(), 2_000),
                isWanted ? batch : null,
                found.job() == null ? null : found.job().number(),
                tracking.isChanged(),
                tracking.extent(),
                tracking.tries(),
                millis(tracking.retryAt()),
                millis(tracking.since()),
                number,
                InstanceKey.of(found.instanceId())
            });
        }
        sql.batch(
                "UPDATE subscription_dataset SET state = ?, text = ?, batch = ?, job_no = ?, is_changed = ?, extent = ?,"
                        + " tries = ?, retry_ms = ?, since_ms = ? WHERE subscription_no = ? AND instance_key = ?",
                rows);
    }

    /** Counts those that are not all here although a job was to bring them, and since when; empty if there is none. */
    static Optional<IncompleteDatasets> incomplete(Statements sql, long number) {
        return sql.one(
                        "SELECT COUNT(*) AS datasets, MIN(COALESCE(d.since_ms, d.found_ms)) AS since_ms,"
                                + " MIN(d.instance_id) AS first_id FROM subscription_dataset d"
                                + " WHERE d.subscription_no = ? AND " + INCOMPLETE,
                        (row, at) -> new IncompleteDatasets(
                                row.getLong("datasets"),
                                Instant.ofEpochMilli(row.getLong("since_ms")),
                                Objects.requireNonNullElse(row.getString("first_id"), "")),
                        number)
                .filter(found -> found.datasets() > 0);
    }

    static Map<String, FoundDataset> known(Statements sql, long number, List<String> instanceIds) {
        Map<String, FoundDataset> known = new HashMap<>();
        for (List<String> part : Statements.parts(instanceIds)) {
            List<Object> arguments = new ArrayList<>(List.of(number));
            part.forEach(id -> arguments.add(InstanceKey.of(id)));
            sql.list(
                            "SELECT * FROM subscription_dataset WHERE subscription_no = ? AND instance_key IN ("
                                    + Statements.marks(part.size()) + ") LIMIT " + part.size(),
                            DATASET,
                            arguments.toArray())
                    .forEach(found -> known.put(found.instanceId().toLowerCase(Locale.ROOT), found));
        }
        return known;
    }

    static RowPage<FoundDataset> page(
            Statements sql, long number, @Nullable FoundState state, @Nullable String cursor, int rowsMax) {
        byte[] after = cursor == null ? new byte[0] : key(cursor);
        List<FoundDataset> rows = state == null
                ? sql.list(
                        "SELECT * FROM subscription_dataset WHERE subscription_no = ? AND instance_key > ?"
                                + " ORDER BY subscription_no, instance_key LIMIT ?",
                        DATASET,
                        number,
                        after,
                        rowsMax)
                : sql.list(
                        "SELECT * FROM subscription_dataset WHERE subscription_no = ? AND state = ? AND instance_key > ?"
                                + " ORDER BY subscription_no, state, instance_key LIMIT ?",
                        DATASET,
                        number,
                        state.code(),
                        after,
                        rowsMax);
        return new RowPage<>(rows, rows.size() < rowsMax ? null : cursor(rows.get(rows.size() - 1)));
    }

    private static String cursor(FoundDataset row) {
        return HexFormat.of().formatHex(InstanceKey.of(row.instanceId()));
    }

    private static byte[] key(String cursor) {
        try {
            return HexFormat.of().parseHex(cursor);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the cursor is none that was given", e);
        }
    }

    static boolean hasOtherVersion(Statements sql, long number, String masterId, String instanceId) {
        byte[] first = InstanceKey.of(masterId + ".v");
        byte[] behind = Arrays.copyOf(first, first.length);
        behind[behind.length - 1]++;
        return sql
                .list(
                        "SELECT instance_id FROM subscription_dataset WHERE subscription_no = ? AND instance_key >= ?"
                                + " AND instance_key < ? ORDER BY subscription_no, instance_key LIMIT 1000",
                        (row, at) -> row.getString(1),
                        number,
                        first,
                        behind)
                .stream()
                .anyMatch(id -> !id.equalsIgnoreCase(instanceId)
                        && DatasetVersions.master(id)
                                .filter(masterId::equalsIgnoreCase)
                                .isPresent());
    }
}
