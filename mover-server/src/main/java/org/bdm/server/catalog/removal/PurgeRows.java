package org.bdm.server.catalog.removal;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Failure;
import org.bdm.server.catalog.holding.HoldingState;
import org.jspecify.annotations.Nullable;

/** Rows of plans of removal. Belongs to one change. */
final class PurgeRows {
    private static final String OUTCOME =
            "UPDATE purge_file SET outcome = ?, text = ? WHERE plan_no = ? AND file_no = ?";

    private final Statements sql;

    PurgeRows(ChangeWork work) {
        this.sql = work.sql();
    }

    void add(long plan, PurgeDataset dataset, List<PurgeFile> files) {
        long bytes = files.stream().mapToLong(PurgeFile::size).reduce(0, ByteTotal::plus);
        int updated = sql.update(
                "UPDATE purge_dataset SET files = files + ?, bytes = bytes + ? WHERE plan_no = ? AND dataset_ordinal = ?",
                files.size(),
                bytes,
                plan,
                dataset.ordinal());
        if (updated == 0) insert(plan, dataset, files.size(), bytes);
        insert(plan, files);
        grow(plan, updated == 0 ? 1 : 0, files.size(), bytes);
    }

    /** Files of a mirror, which are of no dataset. */
    void add(long plan, List<PurgeFile> files) {
        insert(plan, files);
        grow(plan, 0, files.size(), files.stream().mapToLong(PurgeFile::size).reduce(0, ByteTotal::plus));
    }

    private void insert(long plan, List<PurgeFile> files) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (PurgeFile file : files) {
            rows.add(new @Nullable Object[] {
                plan,
                file.number(),
                file.dataset(),
                file.export().value(),
                file.path().bytes(),
                file.size(),
                file.modified().getEpochSecond(),
                file.modified().getNano(),
                file.outcome().code(),
                file.text()
            });
        }
        sql.batch(
                "INSERT INTO purge_file (plan_no, file_no, dataset_ordinal, export, path, size, modified_s, modified_ns,"
                        + " outcome, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                rows);
    }

    private void grow(long plan, int datasets, int files, long bytes) {
        sql.update(
                "UPDATE purge_plan SET datasets = datasets + ?, files = files + ?, bytes = bytes + ? WHERE plan_no = ?",
                datasets,
                files,
                bytes,
                plan);
    }

    private void insert(long plan, PurgeDataset dataset, int files, long bytes) {
        DigestOrigin weakest = dataset.newerWeakest();
        sql.update(
                "INSERT INTO purge_dataset (plan_no, dataset_ordinal, instance_id, mark_state, reason, newer_id,"
                        + " newer_files, newer_held, newer_weakest, elsewhere, files, bytes)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                plan,
                dataset.ordinal(),
                dataset.instanceId(),
                dataset.state().code(),
                Statements.cut(dataset.reason(), 2000),
                dataset.newer(),
                dataset.newerFiles(),
                dataset.newerHeld(),
                weakest == null ? null : weakest.code(),
                Statements.cut(dataset.elsewhere(), 2000),
                files,
                bytes);
    }

    void settle(long plan, List<PurgeFile> ended) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        long removed = 0;
        long removedBytes = 0;
        long quarantined = 0;
        long quarantinedBytes = 0;
        for (PurgeFile file : ended) {
            rows.add(outcome(plan, file));
            if (!file.outcome().isAway()) continue;
            removed++;
            removedBytes += file.size();
            if (file.outcome() != PurgeOutcome.QUARANTINED) continue;
            quarantined++;
            quarantinedBytes += file.size();
        }
        sql.batch(OUTCOME, rows);
        sql.update(
                "UPDATE purge_plan SET removed_files = removed_files + ?, removed_bytes = removed_bytes + ?,"
                        + " kept_files = kept_files + ?, quarantined_files = quarantined_files + ?,"
                        + " quarantined_bytes = quarantined_bytes + ? WHERE plan_no = ?",
                removed,
                removedBytes,
                ended.size() - removed,
                quarantined,
                quarantinedBytes,
                plan);
    }

    private static @Nullable Object[] outcome(long plan, PurgeFile file) {
        return new @Nullable Object[] {file.outcome().code(), Statements.cut(file.text(), 2000), plan, file.number()};
    }

    /** Files that were in the quarantine; those that are back were removed no more. */
    void moved(long plan, List<PurgeFile> files) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        long back = 0;
        long backBytes = 0;
        long gone = 0;
        long goneBytes = 0;
        for (PurgeFile file : files) {
            rows.add(outcome(plan, file));
            if (file.outcome() == PurgeOutcome.QUARANTINED) continue;
            gone++;
            goneBytes += file.size();
            if (file.outcome() != PurgeOutcome.RESTORED) continue;
            back++;
            backBytes += file.size();
        }
        sql.batch(OUTCOME, rows);
        sql.update(
                "UPDATE purge_plan SET removed_files = removed_files - ?, removed_bytes = removed_bytes - ?,"
                        + " quarantined_files = quarantined_files - ?, quarantined_bytes = quarantined_bytes - ?"
                        + " WHERE plan_no = ?",
                back,
                backBytes,
                gone,
                goneBytes,
                plan);
    }

    void caution(long plan, List<PurgeCaution> cautions) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (PurgeCaution caution : cautions) {
            rows.add(new Object[] {
                plan,
                rows.size(),
                caution.path().bytes(),
                caution.kind().code(),
                caution.files(),
                caution.ofFiles(),
                caution.deviceChanged()
            });
        }
        sql.batch(
                "INSERT INTO purge_caution (plan_no, ordinal, path, kind, files, of_files, device_changed) VALUES (?, ?, ?, ?, ?, ?, ?)",
                rows);
        sql.update("UPDATE purge_plan SET cautions = ? WHERE plan_no = ?", rows.size(), plan);
    }

    static Optional<PurgePlan> plan(Statements sql, long number) {
        return sql.one("SELECT * FROM purge_plan WHERE plan_no = ?", PurgeRows::plan, number);
    }

    static PurgePlan plan(ResultSet row, int at) throws SQLException {
        String code = row.getString("reason_code");
        Instant begunAt = Statements.instant(row, "begun_at");
        Long mirror = Statements.longOrNull(row, "mirror_job");
        return new PurgePlan(
                row.getLong("plan_no"),
                row.getString("owner"),
                row.getString("selection"),
                row.getBoolean("without_successor"),
                PurgeState.ofCode(row.getInt("state")),
                new PurgePlan.Amount(row.getLong("datasets"), row.getLong("files"), row.getLong("bytes")),
                code == null ? null : new Failure(ErrorCode.valueOf(code), row.getString("reason_text")),
                Statements.instantOf(row, "created_at"),
                Statements.instantOf(row, "expires_at"),
                begunAt == null
                        ? null
                        : new PurgePlan.Application(
                                row.getString("applied_by"),
                                begunAt,
                                Statements.instant(row, "ended_at"),
                                row.getLong("removed_files"),
                                row.getLong("removed_bytes"),
                                row.getLong("kept_files"),
                                new PurgePlan.Quarantined(
                                        row.getLong("quarantined_files"), row.getLong("quarantined_bytes"))),
                mirror == null
                        ? null
                        : new PurgePlan.MirroredTree(
                                new JobId(mirror), row.getLong("destination_files"), row.getInt("cautions")),
                row.getBoolean("replaces"));
    }

    static PurgeDataset dataset(ResultSet row, int at) throws SQLException {
        Long weakest = Statements.longOrNull(row, "newer_weakest");
        return new PurgeDataset(
                row.getInt("dataset_ordinal"),
                row.getString("instance_id"),
                HoldingState.ofCode(row.getInt("mark_state")),
                row.getString("reason"),
                row.getString("newer_id"),
                row.getInt("newer_files"),
                row.getInt("newer_held"),
                weakest == null ? null : DigestOrigin.ofCode(weakest.intValue()),
                row.getString("elsewhere"),
                row.getLong("files"),
                row.getLong("bytes"));
    }

    static PurgeFile file(ResultSet row, int at) throws SQLException {
        return new PurgeFile(
                row.getLong("file_no"),
                row.getInt("dataset_ordinal"),
                new ExportName(row.getString("export")),
                StorePath.of(row.getBytes("path")),
                row.getLong("size"),
                Instant.ofEpochSecond(row.getLong("modified_s"), row.getInt("modified_ns")),
                PurgeOutcome.ofCode(row.getInt("outcome")),
                row.getString("text"));
    }

    static PurgeCaution caution(ResultSet row, int at) throws SQLException {
        return new PurgeCaution(
                StorePath.of(row.getBytes("path")),
                PurgeCaution.Kind.ofCode(row.getInt("kind")),
                row.getLong("files"),
                row.getLong("of_files"),
                row.getBoolean("device_changed"));
    }

    static PurgeDirectory directory(ResultSet row, int at) throws SQLException {
        return new PurgeDirectory(StorePath.of(row.getBytes("path")), row.getLong("files"), row.getLong("bytes"));
    }
}
