package org.bdm.server.catalog.dataset;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.jspecify.annotations.Nullable;

/** Rows of standing queries, and what they mean. */
final class SubscriptionRows {
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
        Long listed = Statements.longOrNull(row, "listed");
        return new HarvestMark(
                row.getString("index_name"),
                instantOfMillis(row, "harvested_ms"),
                instantOfMillis(row, "full_ms"),
                row.getString("warning"),
                new HarvestMark.Silence(
                        row.getInt("failures"),
                        instantOfMillis(row, "failing_ms"),
                        listed == null ? OptionalLong.empty() : OptionalLong.of(listed),
                        instantOfMillis(row, "emptied_ms")));
    }

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
