package org.bdm.server.catalog.dataset;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;

/** Rows of standing queries, and what they mean. */
final class SubscriptionRows {
    static final RecordColumns<HarvestMark> MARK = RecordColumns.of(
            HarvestMark.class, "index_name harvested_ms full_ms warning failures failing_ms listed emptied_ms");

    static final RecordColumns<Subscription> SUBSCRIPTION = RecordColumns.of(
            Subscription.class,
            "subscription_no owner label state message every_seconds tells_new_versions needs_approval"
                    + " on_retracted on_superseded max_bytes max_datasets created_at next_ms runs begun_at ended_at found"
                    + " added jobs left_over trouble");

    private SubscriptionRows() {}

    private static Optional<Instant> instantOfMillis(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(Statements.longOrNull(row, column)).map(Instant::ofEpochMilli);
    }

    static SubscriptionSilence silence(ResultSet row, int at) throws SQLException {
        Instant created = Statements.instantOf(row, "created_at");
        return new SubscriptionSilence(
                row.getLong("subscription_no"),
                SubscriptionState.ofCode(row.getInt("state")),
                instantOfMillis(row, "state_ms").orElse(created),
                created,
                row.getLong("runs"),
                new SubscriptionSilence.Trouble(
                        row.getString("trouble"), row.getInt("troubles"), instantOfMillis(row, "trouble_ms")),
                Statements.longOrNull(row, "found_ms") != null);
    }

    /** An index that is not asked any more is not silent. */
    static void removeMarksBut(Statements sql, long number, List<HarvestMark> kept) {
        List<Object> arguments = new ArrayList<>(List.of(number));
        kept.forEach(mark -> arguments.add(mark.index()));
        sql.update(
                "DELETE FROM subscription_mark WHERE subscription_no = ? AND index_name NOT IN ("
                        + Statements.marks(kept.size()) + ")",
                arguments.toArray());
    }

    static void put(Statements sql, long number, HarvestMark mark) {
        HarvestMark.Silence silence = mark.silence();
        sql.update("DELETE FROM subscription_mark WHERE subscription_no = ? AND index_name = ?", number, mark.index());
        sql.update(
                "INSERT INTO subscription_mark (subscription_no, index_name, harvested_ms, full_ms, warning, failures,"
                        + " failing_ms, listed, emptied_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                number,
                mark.index(),
                mark.harvested().map(Instant::toEpochMilli).orElse(null),
                mark.fullAt().map(Instant::toEpochMilli).orElse(null),
                Statements.cut(mark.warning(), 2000),
                silence.failures(),
                silence.failingSince().map(Instant::toEpochMilli).orElse(null),
                silence.listed().isEmpty() ? null : silence.listed().getAsLong(),
                silence.emptySince().map(Instant::toEpochMilli).orElse(null));
    }

    static long nextBatch(Statements sql, long number) {
        sql.update("UPDATE subscription SET last_batch = last_batch + 1 WHERE subscription_no = ?", number);
        return sql.number("SELECT last_batch FROM subscription WHERE subscription_no = ?", number);
    }
}
