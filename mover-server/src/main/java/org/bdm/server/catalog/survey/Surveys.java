package org.bdm.server.catalog.survey;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Cursor;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.Failure;
import org.jspecify.annotations.Nullable;

/** Surveys and what they found. One worker at a time writes of one survey. */
public final class Surveys {
    /** True of a survey whose node is neither UP nor DRAINING: states of nodes are in another room. */
    private static final String IS_LEFT = "node_no NOT IN (SELECT n.node_no FROM node n WHERE n.state IN (1, 2))";

    private static final RecordColumns<Survey> SURVEY = RecordColumns.of(
            Survey.class,
            "survey_no kind owner subject with_index state files bytes findings reason_code reason_text"
                    + " created_at ended_at accept_reason");

    private static final RecordColumns<Finding> FINDING =
            RecordColumns.of(Finding.class, "kind export path dataset text");

    private final CatalogParts parts;

    public Surveys(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Begins a survey; refused with TOO_MANY_REQUESTS while {@code openMax} are open.
     *
     * @param node which other node is to run it; empty for this one
     */
    public CompletableFuture<Survey> begin(
            SurveyKind kind, String owner, String subject, boolean withIndex, OptionalLong node, int openMax) {
        return begin(kind, owner, subject, new SurveyOptions(withIndex, null), node, openMax);
    }

    /** As the other, with all options. */
    public CompletableFuture<Survey> begin(
            SurveyKind kind, String owner, String subject, SurveyOptions options, OptionalLong node, int openMax) {
        return parts.write(work -> {
            long open = work.sql().number("SELECT COUNT(*) FROM survey WHERE state = ?", SurveyState.OPEN.code());
            if (open >= openMax) {
                throw new MoverException(
                        ErrorCode.TOO_MANY_REQUESTS,
                        open + " surveys of holdings are open already; wait for one to end");
            }
            long number = work.sql()
                    .insert(
                            "INSERT INTO survey (kind, owner, subject, with_index, state, node_no, files, bytes, findings,"
                                    + " created_at, accept_reason) VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?)",
                            "survey_no",
                            kind.code(),
                            Statements.cut(owner, 200),
                            subject,
                            options.withIndex(),
                            SurveyState.OPEN.code(),
                            node.orElse(parts.node()),
                            work.now(),
                            options.acceptReason() == null ? null : Statements.cut(options.acceptReason(), 2000));
            return find(work.sql(), number).orElseThrow();
        });
    }

    /** One survey. */
    public Optional<Survey> find(long number) {
        return parts.read(sql -> find(sql, number));
    }

    private static Optional<Survey> find(Statements sql, long number) {
        return sql.one("SELECT * FROM survey WHERE survey_no = ?", SURVEY, number);
    }

    /** Those of this node that have not ended, the oldest first: other nodes have other exports. */
    public List<Survey> open(int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM survey WHERE state = ? AND node_no = ? ORDER BY state, survey_no LIMIT ?",
                SURVEY,
                SurveyState.OPEN.code(),
                parts.node(),
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Those that have not ended and whose node is stopped, lost or removed, the oldest first. */
    public List<Survey> left(int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM survey WHERE state = ? AND " + IS_LEFT + " ORDER BY state, survey_no LIMIT ?",
                SURVEY,
                SurveyState.OPEN.code(),
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Makes this node run a survey that another one left; false if another node was first, or that one is back. */
    public boolean adopt(long number) {
        return parts.database()
                .transact(sql -> sql.update(
                                "UPDATE survey SET node_no = ? WHERE survey_no = ? AND state = ? AND " + IS_LEFT,
                                parts.node(),
                                number,
                                SurveyState.OPEN.code())
                        == 1);
    }

    /** A page, the newest first. */
    public RowPage<Survey> page(@Nullable String cursor, int rowsMax) {
        long before = cursor == null ? Long.MAX_VALUE : Cursor.read(cursor);
        List<Survey> rows = parts.read(sql -> sql.list(
                "SELECT * FROM survey WHERE survey_no < ? ORDER BY survey_no DESC LIMIT ?",
                SURVEY,
                before,
                CatalogParts.checkedRows(rowsMax)));
        return new RowPage<>(
                rows,
                rows.size() < rowsMax
                        ? null
                        : Cursor.write(rows.get(rows.size() - 1).number()));
    }

    /** Takes away what an earlier process found, since the survey begins again. STALE_LEASE if another node runs it now. */
    public CompletableFuture<Void> restart(long number) {
        return parts.writeWaiting(1, work -> {
            keep(work.sql(), number, new Survey.Progress(0, 0, 0));
            work.sql().update("DELETE FROM survey_finding WHERE survey_no = ?", number);
            return null;
        });
    }

    private void keep(Statements sql, long number, Survey.Progress progress) {
        int kept = sql.update(
                "UPDATE survey SET files = ?, bytes = ?, findings = ? WHERE survey_no = ? AND node_no = ? AND state = ?",
                progress.files(),
                progress.bytes(),
                progress.findings(),
                number,
                parts.node(),
                SurveyState.OPEN.code());
        if (kept == 1) return;
        throw new MoverException(ErrorCode.STALE_LEASE, "another node of the site runs survey-" + number + " now");
    }

    /** Adds findings, numbered on from those that are there, and sets the counts. STALE_LEASE if another node runs the survey now. */
    public CompletableFuture<Void> report(long number, Survey.Progress progress, List<Finding> findings) {
        List<Finding> kept = List.copyOf(findings);
        return parts.writeWaiting(1 + kept.size(), work -> {
            keep(work.sql(), number, progress);
            long next = progress.findings() - kept.size() + 1;
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (Finding finding : kept) {
                rows.add(new @Nullable Object[] {
                    number,
                    next++,
                    finding.kind().code(),
                    finding.export().value(),
                    finding.path().bytes(),
                    finding.dataset(),
                    Statements.cut(finding.text(), 2000)
                });
            }
            work.sql()
                    .batch(
                            "INSERT INTO survey_finding (survey_no, finding_no, kind, export, path, dataset, text)"
                                    + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                            rows);
            return null;
        });
    }

    /** Ends a survey: FAILED with a reason, DONE without. */
    public CompletableFuture<Void> end(long number, @Nullable Failure failure) {
        return parts.writeWaiting(1, work -> {
            work.sql()
                    .update(
                            "UPDATE survey SET state = ?, reason_code = ?, reason_text = ?, ended_at = ? WHERE survey_no = ?"
                                    + " AND node_no = ?",
                            (failure == null ? SurveyState.DONE : SurveyState.FAILED).code(),
                            failure == null ? null : failure.code().name(),
                            failure == null ? null : Statements.cut(failure.text(), 2000),
                            work.now(),
                            number,
                            parts.node());
            return null;
        });
    }

    /** Returns what a survey found so far, in the order of finding; the cursor of a survey that is OPEN is never null. */
    public RowPage<Finding> findings(long number, @Nullable String cursor, int rowsMax) {
        long after = cursor == null ? 0 : Cursor.read(cursor);
        return parts.read(sql -> {
            boolean isOpen = find(sql, number)
                    .map(survey -> survey.state() == SurveyState.OPEN)
                    .orElse(false);
            List<Finding> rows = sql.list(
                    "SELECT * FROM survey_finding WHERE survey_no = ? AND finding_no > ? ORDER BY survey_no, finding_no LIMIT ?",
                    FINDING,
                    number,
                    after,
                    CatalogParts.checkedRows(rowsMax));
            boolean mayFollow = isOpen || rows.size() == rowsMax;
            return new RowPage<>(rows, mayFollow ? Cursor.write(after + rows.size()) : null);
        });
    }
}
