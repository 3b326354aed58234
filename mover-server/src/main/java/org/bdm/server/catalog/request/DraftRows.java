package org.bdm.server.catalog.request;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** The rows of drafts. */
final class DraftRows {
    static final int SWEPT_AT_ONCE = 10_000;

    private static final int REASON_LENGTH_MAX = 2000;

    private DraftRows() {}

    static long begin(ChangeWork work, String owner, String label, long node) {
        return work.sql()
                .insert(
                        "INSERT INTO draft (owner, label, state, received_by, created_at, format, entries, datasets,"
                                + " datasets_complete, files, files_without_size, bytes, refused_lines, warned_lines)"
                                + " VALUES (?, ?, ?, ?, ?, '', 0, 0, TRUE, 0, 0, 0, 0, 0)",
                        "draft_no",
                        owner,
                        label,
                        DraftState.RECEIVING.code(),
                        node,
                        work.now());
    }

    static void insert(ChangeWork work, long draft, List<DraftEntry> entries) {
        List<@Nullable Object[]> rows = new ArrayList<>(entries.size());
        for (DraftEntry entry : entries) {
            rows.add(new Object[] {draft, entry.number(), entry.line(), entry.content()});
        }
        work.sql().batch("INSERT INTO draft_entry (draft_no, entry_no, line_no, content) VALUES (?, ?, ?, ?)", rows);
    }

    static Draft makeReady(ChangeWork work, long draft, DraftContent content) {
        List<@Nullable Object[]> lines = new ArrayList<>();
        for (DraftLine line : content.lines()) {
            String reason = Statements.cut(line.reason(), REASON_LENGTH_MAX);
            lines.add(new Object[] {draft, lines.size(), line.isRefused(), line.line(), reason});
        }
        work.sql()
                .batch(
                        "INSERT INTO draft_line (draft_no, ordinal, is_refused, line_no, reason) VALUES (?, ?, ?, ?, ?)",
                        lines);
        work.sql()
                .update(
                        "UPDATE draft SET state = ?, received_by = NULL, format = ?, entries = ?, datasets = ?,"
                                + " datasets_complete = ?, files = ?, files_without_size = ?, bytes = ?, refused_lines = ?,"
                                + " warned_lines = ? WHERE draft_no = ?",
                        DraftState.READY.code(),
                        content.format(),
                        content.entries(),
                        content.datasets(),
                        content.datasetsComplete(),
                        content.files(),
                        content.filesWithoutSize(),
                        content.bytes(),
                        content.refusedLines(),
                        content.warnedLines(),
                        draft);
        return ready(work.sql(), draft);
    }

    /** With its lines; refuses with NOT_FOUND what is not READY. */
    static Draft ready(Statements sql, long draft) {
        List<DraftLine> lines = lines(sql, draft);
        return sql.one(
                        "SELECT * FROM draft WHERE draft_no = ? AND state = ?",
                        (row, at) -> row(row, lines),
                        draft,
                        DraftState.READY.code())
                .orElseThrow(() -> missing(draft));
    }

    static MoverException missing(long draft) {
        return new MoverException(ErrorCode.NOT_FOUND, "there is no draft-" + draft);
    }

    private static List<DraftLine> lines(Statements sql, long draft) {
        return sql.list(
                "SELECT * FROM draft_line WHERE draft_no = ? ORDER BY draft_no, ordinal LIMIT ?",
                (row, at) ->
                        new DraftLine(row.getBoolean("is_refused"), row.getLong("line_no"), row.getString("reason")),
                draft,
                Drafts.LINES_MAX);
    }

    static Draft row(ResultSet row, List<DraftLine> lines) throws SQLException {
        return new Draft(
                row.getLong("draft_no"),
                row.getString("owner"),
                row.getString("label"),
                Statements.instantOf(row, "created_at"),
                new DraftContent(
                        row.getString("format"),
                        row.getLong("entries"),
                        row.getLong("datasets"),
                        row.getBoolean("datasets_complete"),
                        row.getLong("files"),
                        row.getLong("files_without_size"),
                        row.getLong("bytes"),
                        row.getLong("refused_lines"),
                        row.getLong("warned_lines"),
                        lines));
    }

    /** Deletes a part of a draft that nobody sees; gives whether all of it is gone. */
    static boolean sweep(ChangeWork work, long draft) {
        Statements sql = work.sql();
        long lowest = sql.number("SELECT COALESCE(MIN(entry_no), 0) FROM draft_entry WHERE draft_no = ?", draft);
        if (lowest > 0) {
            sql.update("DELETE FROM draft_entry WHERE draft_no = ? AND entry_no < ?", draft, lowest + SWEPT_AT_ONCE);
            return false;
        }
        sql.update("DELETE FROM draft_line WHERE draft_no = ?", draft);
        sql.update("DELETE FROM draft WHERE draft_no = ? AND state <> ?", draft, DraftState.READY.code());
        return true;
    }
}
