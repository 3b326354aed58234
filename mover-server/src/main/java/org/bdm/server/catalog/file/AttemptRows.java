package org.bdm.server.catalog.file;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.JobRows;
import org.bdm.server.catalog.job.Jobs;
import org.jspecify.annotations.Nullable;

/**
 * Rows of attempts that did not end their files. One is written when a file that waits gets another outcome: until then the attempt is what
 * its row in file_exception says. While very many files of a job wait, all for one cause, single attempts are only counted. Made for one
 * transaction.
 */
final class AttemptRows {
    /** Most attempts of one file that are shown; one more is kept, since times and bytes are differences. */
    static final int SHOWN_MAX = 10;

    /** While more files of a job wait, attempts of them are not kept. */
    static final int WAITING_MAX = 10_000;

    private static final String KEY = " WHERE file_id = ? AND attempt ";

    private final Statements sql;
    private final JobId job;
    private final List<@Nullable Object[]> added = new ArrayList<>();
    private final List<@Nullable Object[]> removed = new ArrayList<>();
    private @Nullable Boolean areKept;

    AttemptRows(Statements sql, JobId job) {
        this.sql = sql;
        this.job = job;
    }

    /** The cost of a waiting file so far, and why it waits. */
    record Waited(
            FileEffort effort,
            @Nullable Integer code,
            @Nullable String text,
            Instant since) {}

    /** The attempt of a file that waited, which has another outcome now. An outcome that is no attempt leaves that before as it is. */
    void replaced(FileId file, Waited waited) {
        int number = waited.effort().attempts();
        if (number == 0 || waited.code() == null || !areKept() || has(file, number)) return;
        added.add(new Object[] {
            file.number(),
            number,
            waited.code(),
            waited.since().toEpochMilli(),
            waited.effort().millis(),
            waited.effort().bytesMoved(),
            waited.text()
        });
        if (number > SHOWN_MAX) removed.add(new Object[] {file.number(), number - SHOWN_MAX - 1});
    }

    private boolean areKept() {
        Boolean known = areKept;
        if (known == null) {
            known = Jobs.counts(sql, job).in(FileState.WAITING).files() <= WAITING_MAX;
            areKept = known;
        }
        return known;
    }

    private boolean has(FileId file, int number) {
        return sql.number("SELECT COUNT(*) FROM file_attempt" + KEY + "= ?", file.number(), number) > 0;
    }

    void write() {
        sql.batch(
                "INSERT INTO file_attempt (file_id, attempt, error_code, ended_ms, millis, bytes_moved, text)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                added);
        sql.batch("DELETE FROM file_attempt" + KEY + "<= ?", removed);
    }

    /** The attempts of a file, oldest first; the first of more than {@value #SHOWN_MAX} only to take differences from. */
    static List<Files.Attempt> of(Statements sql, FileId file) {
        return sql.list(
                "SELECT attempt, error_code, ended_ms, millis, bytes_moved, text FROM file_attempt WHERE file_id = ?"
                        + " ORDER BY attempt LIMIT " + 2 * SHOWN_MAX,
                (row, at) -> new Files.Attempt(
                        row.getInt("attempt"),
                        JobRows.errorCode(row.getInt("error_code")),
                        Instant.ofEpochMilli(row.getLong("ended_ms")),
                        row.getLong("millis"),
                        row.getLong("bytes_moved"),
                        row.getString("text")),
                file.number());
    }
}
