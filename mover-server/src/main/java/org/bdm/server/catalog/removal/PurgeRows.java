package org.bdm.server.catalog.removal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.block.ByteTotal;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.jspecify.annotations.Nullable;

/** Rows of plans of removal. Belongs to one change. */
final class PurgeRows {
    private static final String OUTCOME =
            "UPDATE purge_file SET outcome = ?, text = ? WHERE plan_no = ? AND file_no = ?";

    static final RecordColumns<PurgePlan> PLAN = RecordColumns.of(
            PurgePlan.class,
            "plan_no owner selection without_successor state datasets files bytes reason_code reason_text"
                    + " created_at expires_at applied_by begun_at ended_at removed_files removed_bytes kept_files"
                    + " quarantined_files quarantined_bytes mirror_job destination_files cautions replaces note");

    static final RecordColumns<PurgeDataset> DATASET = RecordColumns.of(
            PurgeDataset.class,
            "dataset_ordinal instance_id mark_state reason newer_id newer_files newer_held newer_weakest"
                    + " elsewhere files bytes");

    static final String FILE_COLUMNS =
            "file_no dataset_ordinal export path size modified_s modified_ns outcome text inode";
    static final RecordColumns<PurgeFile> FILE = RecordColumns.of(PurgeFile.class, FILE_COLUMNS);

    static final RecordColumns<PurgeCaution> CAUTION =
            RecordColumns.of(PurgeCaution.class, "path kind files of_files device_changed");

    static final RecordColumns<PurgeDirectory> DIRECTORY = RecordColumns.of(PurgeDirectory.class, "path files bytes");

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
                file.text(),
                file.inode()
            });
        }
        sql.batch(
                "INSERT INTO purge_file (plan_no, file_no, dataset_ordinal, export, path, size, modified_s, modified_ns,"
                        + " outcome, text, inode) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
        return sql.one("SELECT * FROM purge_plan WHERE plan_no = ?", PLAN, number);
    }
}
