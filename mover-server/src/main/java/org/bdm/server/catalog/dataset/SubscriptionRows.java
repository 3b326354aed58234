package org.bdm.server.catalog.dataset;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.DatasetVersions;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.jspecify.annotations.Nullable;

/** Rows of standing queries, and what they mean. */
final class SubscriptionRows {
    private static final int LOOKED_AT_MAX = 10_000;

    private SubscriptionRows() {}

    static Subscription subscription(ResultSet row, int at) throws SQLException {
        Instant begunAt = Statements.instant(row, "begun_at");
        return new Subscription(
                row.getLong("subscription_no"),
                row.getString("owner"),
                row.getString("label"),
                SubscriptionState.ofCode(row.getInt("state")),
                row.getString("message"),
                Duration.ofSeconds(row.getLong("every_seconds")),
                new Subscription.Choices(
                        row.getBoolean("tells_new_versions"),
                        row.getBoolean("needs_approval"),
                        policy(row, "on_retracted"),
                        policy(row, "on_superseded"),
                        new RunCaps(
                                Statements.longOrNull(row, "max_bytes"), Statements.longOrNull(row, "max_datasets"))),
                Statements.instantOf(row, "created_at"),
                Instant.ofEpochMilli(row.getLong("next_ms")),
                row.getLong("runs"),
                begunAt == null
                        ? null
                        : new Subscription.Run(
                                begunAt,
                                Statements.instant(row, "ended_at"),
                                row.getLong("found"),
                                row.getLong("added"),
                                row.getLong("jobs"),
                                row.getLong("left_over"),
                                row.getString("trouble")));
    }

    private static @Nullable HoldingPolicy policy(ResultSet row, String column) throws SQLException {
        Long code = Statements.longOrNull(row, column);
        return code == null ? null : HoldingPolicy.ofCode(code.intValue());
    }

    static HarvestMark mark(ResultSet row, int at) throws SQLException {
        return new HarvestMark(
                row.getString("index_name"),
                Optional.ofNullable(Statements.longOrNull(row, "harvested_ms")).map(Instant::ofEpochMilli),
                Optional.ofNullable(Statements.longOrNull(row, "full_ms")).map(Instant::ofEpochMilli),
                row.getString("warning"));
    }

    static void put(Statements sql, long number, HarvestMark mark) {
        sql.update("DELETE FROM subscription_mark WHERE subscription_no = ? AND index_name = ?", number, mark.index());
        sql.update(
                "INSERT INTO subscription_mark (subscription_no, index_name, harvested_ms, full_ms, warning)"
                        + " VALUES (?, ?, ?, ?, ?)",
                number,
                mark.index(),
                mark.harvested().map(Instant::toEpochMilli).orElse(null),
                mark.fullAt().map(Instant::toEpochMilli).orElse(null),
                Statements.cut(mark.warning(), 2000));
    }

    static FoundDataset dataset(ResultSet row, int at) throws SQLException {
        Long job = Statements.longOrNull(row, "job_no");
        return new FoundDataset(
                row.getString("instance_id"),
                FoundState.ofCode(row.getInt("state")),
                row.getString("text"),
                Statements.longOrNull(row, "batch"),
                job == null ? null : new JobId(job),
                Statements.longOrNull(row, "request_no"),
                Instant.ofEpochMilli(row.getLong("found_ms")));
    }

    /** 1 if it was not known. */
    static int add(ChangeWork work, long number, String instanceId) {
        byte[] key = InstanceKey.of(instanceId);
        long known = work.sql()
                .number(
                        "SELECT COUNT(*) FROM subscription_dataset WHERE subscription_no = ? AND instance_key = ?",
                        number,
                        key);
        if (known > 0) return 0;
        return work.sql()
                .update(
                        "INSERT INTO subscription_dataset (subscription_no, instance_key, instance_id, state, text, found_ms)"
                                + " VALUES (?, ?, ?, ?, '', ?)",
                        number,
                        key,
                        instanceId,
                        FoundState.NEW.code(),
                        work.now().toEpochMilli());
    }

    static Map<String, FoundDataset> known(Statements sql, long number, List<String> instanceIds) {
        Map<String, FoundDataset> known = new HashMap<>();
        for (List<String> part : Statements.parts(instanceIds)) {
            List<Object> arguments = new ArrayList<>(List.of(number));
            part.forEach(id -> arguments.add(InstanceKey.of(id)));
            sql.list(
                            "SELECT * FROM subscription_dataset WHERE subscription_no = ? AND instance_key IN ("
                                    + Statements.marks(part.size()) + ") LIMIT " + part.size(),
                            SubscriptionRows::dataset,
                            arguments.toArray())
                    .forEach(found -> known.put(found.instanceId().toLowerCase(Locale.ROOT), found));
        }
        return known;
    }

    static RowPage<FoundDataset> page(
            Statements sql, long number, @Nullable FoundState state, @Nullable String cursor, int rowsMax) {
        byte[] after = cursor == null ? new byte[0] : key(cursor);
        List<FoundDataset> rows = sql.list(
                "SELECT * FROM subscription_dataset WHERE subscription_no = ? AND instance_key > ?"
                        + " ORDER BY subscription_no, instance_key LIMIT " + (state == null ? rowsMax : LOOKED_AT_MAX),
                SubscriptionRows::dataset,
                number,
                after);
        List<FoundDataset> found = new ArrayList<>();
        for (FoundDataset row : rows) {
            if (state != null && row.state() != state) continue;
            found.add(row);
            if (found.size() == rowsMax) return new RowPage<>(found, cursor(row));
        }
        boolean isEnd = rows.size() < (state == null ? rowsMax : LOOKED_AT_MAX);
        return new RowPage<>(found, isEnd ? null : cursor(rows.get(rows.size() - 1)));
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

    static long nextBatch(Statements sql, long number) {
        sql.update("UPDATE subscription SET last_batch = last_batch + 1 WHERE subscription_no = ?", number);
        return sql.number("SELECT last_batch FROM subscription WHERE subscription_no = ?", number);
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
