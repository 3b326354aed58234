package org.bdm.server.catalog.request;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Durable;
import org.jspecify.annotations.Nullable;

/** Imported lists that wait to become jobs, with all their entries. Any thread that may block. */
public final class Drafts {
    /** Most entries of one draft. */
    public static final int ENTRIES_MAX = 1_000_000;
    /** Longest content of an entry, in characters. */
    public static final int CONTENT_LENGTH_MAX = 40_000;
    /** Lines kept of those that were refused or warned of, together. */
    public static final int LINES_MAX = 200;

    private static final int DRAFTS_MAX = 1_000;
    private static final long ENTRIES_OF_ALL_MAX = 20_000_000;

    private final CatalogParts parts;

    public Drafts(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Begins a draft whose entries come as a stream; nobody sees it before {@link DraftReception#finish}. Blocks until it is begun.
     *
     * @throws MoverException CATALOG_FULL if there are 1,000 drafts, or 20 million entries in them
     */
    public DraftReception receive(String owner, String label) {
        long draft = Durable.await(parts.writeWaiting(1, work -> {
            long drafts = work.sql().number("SELECT COUNT(*) FROM draft");
            long entries = work.sql().number("SELECT COALESCE(SUM(entries), 0) FROM draft");
            if (drafts >= DRAFTS_MAX || entries >= ENTRIES_OF_ALL_MAX) {
                throw new MoverException(
                        ErrorCode.CATALOG_FULL,
                        drafts + " drafts with " + entries
                                + " entries are kept: remove some with 'bdm-client draft remove'");
            }
            return DraftRows.begin(work, owner, label, parts.node());
        }));
        return new DraftReception(parts, draft);
    }

    /** The draft with this number, with the lines that were refused or warned of. */
    public Optional<Draft> find(long number) {
        return parts.read(sql -> {
            try {
                return Optional.of(DraftRows.ready(sql, number));
            } catch (MoverException e) {
                if (e.code() == ErrorCode.NOT_FOUND) return Optional.empty();
                throw e;
            }
        });
    }

    /** Drafts by number, beginning after {@code afterNumber}, without lines; those of one owner, or of all if it is null. */
    public List<Draft> after(long afterNumber, @Nullable String owner, int rowsMax) {
        int limit = CatalogParts.checkedRows(rowsMax);
        int ready = DraftState.READY.code();
        if (owner == null) {
            return parts.read(sql -> sql.list(
                    "SELECT * FROM draft WHERE draft_no > ? AND state = ? ORDER BY draft_no LIMIT ?",
                    (row, at) -> DraftRows.row(row, List.of()),
                    afterNumber,
                    ready,
                    limit));
        }
        return parts.read(sql -> sql.list(
                "SELECT * FROM draft WHERE owner = ? AND draft_no > ? AND state = ? ORDER BY owner, draft_no LIMIT ?",
                (row, at) -> DraftRows.row(row, List.of()),
                owner,
                afterNumber,
                ready,
                limit));
    }

    /** Entries by number, beginning after {@code afterNumber}; at most {@code rowsMax}, fewer only at the end. */
    public List<DraftEntry> entries(long number, long afterNumber, int rowsMax) {
        int limit = CatalogParts.checkedRows(rowsMax);
        return parts.read(sql -> sql.list(
                "SELECT entry_no, line_no, content FROM draft_entry WHERE draft_no = ? AND entry_no > ?"
                        + " ORDER BY draft_no, entry_no LIMIT ?",
                (row, at) -> new DraftEntry(row.getLong(1), row.getLong(2), row.getString(3)),
                number,
                afterNumber,
                limit));
    }

    /** Takes a draft away; fails with NOT_FOUND, or ILLEGAL_STATE while a request of it is open. Its rows go one part after the other. */
    public CompletableFuture<Void> remove(long number) {
        CompletableFuture<Boolean> removed = parts.write(1, work -> {
            DraftRows.ready(work.sql(), number);
            long open = work.sql()
                    .number(
                            "SELECT COALESCE(MIN(request_no), 0) FROM replication_request WHERE draft_no = ? AND state = ?",
                            number,
                            RequestState.OPEN.code());
            if (open > 0) {
                throw new MoverException(
                        ErrorCode.ILLEGAL_STATE, "draft-" + number + " is what request-" + open + " asks for");
            }
            work.sql()
                    .update(
                            "UPDATE draft SET state = ?, received_by = ?, entries = 0 WHERE draft_no = ?",
                            DraftState.REMOVED.code(),
                            parts.node(),
                            number);
            return true;
        });
        return removed.thenAcceptAsync(done -> sweepOn(number));
    }

    /** Goes on with what was not received to its end, or not taken away to its end, when the former process ended. */
    public void sweepLeftovers() {
        List<Long> left = parts.read(sql -> sql.list(
                "SELECT draft_no FROM draft WHERE state <> ? AND received_by = ? ORDER BY draft_no LIMIT ?",
                (row, at) -> row.getLong(1),
                DraftState.READY.code(),
                parts.node(),
                DRAFTS_MAX));
        for (long draft : left) sweepOn(draft);
    }

    /** In parts, one after the other, while others already work. */
    private void sweepOn(long draft) {
        CompletableFuture<Void> unused = parts.writeWaiting(
                        DraftRows.SWEPT_AT_ONCE, work -> DraftRows.sweep(work, draft))
                .thenAcceptAsync(isGone -> {
                    if (!isGone) sweepOn(draft);
                });
    }
}
