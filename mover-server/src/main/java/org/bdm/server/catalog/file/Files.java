package org.bdm.server.catalog.file;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Origin;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Cursor;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.db.UnvouchedFiles;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobRows;
import org.bdm.server.catalog.job.Jobs;
import org.jspecify.annotations.Nullable;

/** Files of jobs, for those who look. */
public final class Files {
    /** Most files that one call looks at when there is no index for what is asked. */
    static final int WALK_MAX = 50_000;

    private static final int STEP = 2_000;

    private final CatalogParts parts;

    /**
     * An attempt that did not end its file.
     *
     * @param number 1 for the first
     * @param millis of this attempt and all before it
     * @param bytesMoved of this attempt and all before it
     * @param text sentence for a person
     */
    public record Attempt(int number, ErrorCode code, Instant ended, long millis, long bytesMoved, String text) {}

    public Files(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * A page of files. A state that no file has is known from the counts; WAITING and FAILED are found directly; for other states, and for a
     * prefix, at most 50,000 files are looked at per call, so a page may be short and still have a next cursor. ACTIVE and VERIFYING are not stored: no page of them has a row.
     *
     * @throws MoverException INVALID_REQUEST for a cursor that is none; UNKNOWN_JOB; FILES_REMOVED, also if the removal began meanwhile
     */
    public RowPage<FileRow> page(FileQuery query) {
        return parts.read(sql -> {
            boolean isJobFinal = existing(sql, query.job()).state().isFinal();
            List<FileState> stored = stored(query.state(), isJobFinal);
            if (stored.isEmpty() || isCountedAsNone(sql, query)) return new RowPage<>(List.of(), null);
            RowPage<FileRow> page = new Walk(sql, query, stored, isJobFinal).page();
            // Afterwards: rows that were removed while they were read would be missing without a word.
            existing(sql, query.job()).refuseIfFilesAreRemoved();
            return page;
        });
    }

    private static Job existing(Statements sql, JobId job) {
        return JobRows.visible(sql, job)
                .orElseThrow(() -> new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + job));
    }

    /** True if no file has that state: counts are committed with the rows that they count, so nobody need look for one. */
    private static boolean isCountedAsNone(Statements sql, FileQuery query) {
        FileState state = query.state();
        return state != null && Jobs.counts(sql, query.job()).in(state).files() == 0;
    }

    /** The stored states that are shown as the one asked for. */
    private static List<FileState> stored(@Nullable FileState asked, boolean isJobFinal) {
        List<FileState> open = List.of(FileState.PENDING, FileState.WAITING);
        if (asked == null) {
            return List.of(
                    FileState.PENDING, FileState.WAITING, FileState.DONE, FileState.SKIPPED_SAME, FileState.FAILED);
        }
        return switch (asked) {
            case PENDING, WAITING -> isJobFinal ? List.of() : List.of(asked);
            case CANCELLED -> isJobFinal ? open : List.of();
            case DONE, SKIPPED_SAME, FAILED -> List.of(asked);
            case ACTIVE, VERIFYING -> List.of();
        };
    }

    /** One file; empty if there is none. */
    public Optional<FileRow> find(FileId file) {
        JobId job = FileNumber.job(file);
        return parts.read(sql -> {
            Optional<Job> owner = JobRows.visible(sql, job);
            if (owner.isEmpty() || owner.get().removal() != null) return Optional.empty();
            boolean isJobFinal = owner.get().state().isFinal();
            List<FileRow> rows = sql.list(
                    FileRows.SELECT + " WHERE f.file_id = ?",
                    new FileRowReader(isJobFinal),
                    FileRows.arguments(job, file.number()));
            return FileRows.withExpected(sql, rows).stream().findFirst();
        });
    }

    /** Returns, of these files, those that were taken from holdings of this site; the others are not named. */
    public Map<FileId, ReusedFile> reused(List<FileId> files) {
        return parts.read(sql -> ReusedRows.of(sql, files));
    }

    /**
     * The other names of one file of the source in its job.
     *
     * @param firstOpen the first of all its names that has not ended; null if there is none
     * @param there some of those that are at the destination: DONE ones first
     */
    public record OtherNames(@Nullable FileId firstOpen, List<FileRow> there) {
        /** Copies the list. */
        public OtherNames {
            there = List.copyOf(there);
        }
    }

    /** Returns, of these files of one job, those that have other names at the source, if the job keeps hard links. */
    public Map<FileId, OtherNames> otherNames(JobId job, List<FileId> files) {
        return parts.read(sql -> OtherNameRows.of(sql, job, files));
    }

    /**
     * The attempts that did not end a file, oldest first, without the newest, which the row of the file tells of. At most 11 are kept: the
     * first of 11 only for differences.
     */
    public List<Attempt> attempts(FileId file) {
        return parts.read(sql -> AttemptRows.of(sql, file));
    }

    /** From where these files came; those that could come from one place only are not named. */
    public Map<FileId, List<Origin>> origins(List<FileId> files) {
        return parts.read(sql -> OriginRows.of(sql, files));
    }

    /** From where files of a job came that could come from several places: files and bytes by place, at most 64. */
    public Map<String, Amount> originsOf(JobId job) {
        return parts.read(sql -> OriginRows.ofJob(sql, job));
    }

    /** Returns what the files of a job rest on for which no digest was published. */
    public UnvouchedFiles unvouched(JobId job) {
        return parts.read(sql -> UnvouchedFiles.of(sql, job));
    }

    /** One call of {@link #page}: goes through the files by id, in steps whose end is a number, so no step can grow. */
    private static final class Walk {
        private final Statements sql;
        private final FileQuery query;
        private final List<FileState> stored;
        private final boolean isJobFinal;
        private final long end;
        private final List<FileRow> found = new ArrayList<>();
        private long next;

        Walk(Statements sql, FileQuery query, List<FileState> stored, boolean isJobFinal) {
            this.sql = sql;
            this.query = query;
            this.stored = stored;
            this.isJobFinal = isJobFinal;
            long first = FileNumber.first(query.job());
            this.end = first
                    + sql.number(
                            "SELECT next_file FROM job_listing WHERE job_no = ?",
                            query.job().number());
            this.next = query.cursor() == null ? first : Cursor.read(query.cursor());
            if (next < first || next > first + FileNumber.FILES_MAX) {
                throw new MoverException(ErrorCode.INVALID_REQUEST, "the cursor belongs to another list");
            }
        }

        RowPage<FileRow> page() {
            boolean isDirect =
                    stored.size() == 1 && (stored.contains(FileState.WAITING) || stored.contains(FileState.FAILED));
            long stop = Math.min(end, next + WALK_MAX);
            int looked = 0;
            while (next < end && found.size() < query.rowsMax() && looked < WALK_MAX && (isDirect || next < stop)) {
                looked += isDirect ? direct() : walk(Math.min(stop, next + step()));
            }
            return new RowPage<>(FileRows.withExpected(sql, found), next < end ? Cursor.write(next) : null);
        }

        /** Without a prefix the database looks for the state itself, and can go as far as a call may. */
        private int step() {
            return query.pathPrefix() == null ? WALK_MAX : STEP;
        }

        private int walk(long to) {
            String states = String.join(
                    ", ",
                    stored.stream().map(state -> Integer.toString(state.code())).toList());
            int wanted = query.pathPrefix() == null ? query.rowsMax() - found.size() : STEP;
            List<FileRow> rows = sql.list(
                    FileRows.SELECT + " WHERE f.file_id >= ? AND f.file_id < ? AND f.state IN (" + states
                            + ") ORDER BY f.file_id LIMIT ?",
                    new FileRowReader(isJobFinal),
                    FileRows.arguments(query.job(), next, to, wanted));
            return take(rows, rows.size() == wanted ? rows.get(wanted - 1).id().number() + 1 : to);
        }

        private int direct() {
            int wanted = query.pathPrefix() == null ? query.rowsMax() - found.size() : STEP;
            List<Long> ids = sql.list(
                    "SELECT file_id FROM file_exception WHERE job_no = ? AND state = ? AND file_id >= ?"
                            + " ORDER BY job_no, state, file_id LIMIT ?",
                    (row, at) -> row.getLong(1),
                    query.job().number(),
                    stored.get(0).code(),
                    next,
                    wanted);
            List<FileRow> rows = ids.isEmpty() ? List.of() : rows(ids);
            return take(rows, ids.size() == wanted ? ids.get(wanted - 1) + 1 : end);
        }

        private List<FileRow> rows(List<Long> ids) {
            return sql.list(
                    FileRows.SELECT + " WHERE f.file_id IN (" + String.join(", ", Collections.nCopies(ids.size(), "?"))
                            + ") ORDER BY f.file_id LIMIT " + ids.size(),
                    new FileRowReader(isJobFinal),
                    FileRows.arguments(query.job(), ids.toArray()));
        }

        /** Takes the rows that have the prefix, as many as the page still holds; gives how many files were looked at. */
        private int take(List<FileRow> rows, long behindAll) {
            String prefix = query.pathPrefix();
            long before = next;
            for (FileRow row : rows) {
                if (prefix != null && !row.path().shown().startsWith(prefix)) continue;
                found.add(row);
                if (found.size() == query.rowsMax()) {
                    next = row.id().number() + 1;
                    return (int) (next - before);
                }
            }
            next = behindAll;
            return (int) Math.min(Integer.MAX_VALUE, next - before);
        }
    }
}
