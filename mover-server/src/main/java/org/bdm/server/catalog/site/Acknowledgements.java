package org.bdm.server.catalog.site;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Acknowledged items of attention, one row each, for all nodes of the site. Writes never wait for room: TOO_MANY_REQUESTS. */
public final class Acknowledgements {
    /** As many as there can be. */
    public static final int ROWS_MAX = 10_000;

    private static final RecordColumns<Acknowledgement> ROW =
            RecordColumns.of(Acknowledgement.class, "item code cause_at acknowledged_by acknowledged_at ends_at note");

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public Acknowledgements(CatalogParts parts) {
        this.parts = parts;
    }

    /** Adds one, or replaces the one of the same item. Fails with TOO_LARGE beyond {@link #ROWS_MAX}. */
    public CompletableFuture<Acknowledgement> put(Acknowledgement made) {
        return parts.write(2, work -> {
            Statements sql = work.sql();
            sql.update("UPDATE shared_version SET version = version + 1 WHERE name = 'acknowledgements'"); // locks
            @Nullable Object[] row = {made.code(), made.causeAt(), made.by(), made.at(), made.endsAt(), made.note(), made.item()};
            int known = sql.update(
                    "UPDATE acknowledgement SET code = ?, cause_at = ?, acknowledged_by = ?, acknowledged_at = ?,"
                            + " ends_at = ?, note = ? WHERE item = ?",
                    row);
            if (known > 0) return made;
            if (sql.number("SELECT COUNT(*) FROM acknowledgement") >= ROWS_MAX) {
                throw new MoverException(
                        ErrorCode.TOO_LARGE,
                        ROWS_MAX
                                + " items are acknowledged already; delete jobs that have ended, or end acknowledgements");
            }
            sql.update(
                    "INSERT INTO acknowledgement (code, cause_at, acknowledged_by, acknowledged_at, ends_at, note, item)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    row);
            return made;
        });
    }

    /** Removes that of an item; the future says whether there was one. */
    public CompletableFuture<Boolean> remove(String item) {
        return parts.write(work -> work.sql().update("DELETE FROM acknowledgement WHERE item = ?", item) > 0);
    }

    /** Removes this one, and leaves a later one of the same item; the future says whether it was still there. */
    public CompletableFuture<Boolean> remove(Acknowledgement old) {
        return parts.write(work -> work.sql()
                        .update(
                                "DELETE FROM acknowledgement WHERE item = ? AND acknowledged_at = ?",
                                old.item(),
                                old.at())
                > 0);
    }

    /** Returns that of an item. */
    public Optional<Acknowledgement> find(String item) {
        return parts.read(sql -> sql.one("SELECT * FROM acknowledgement WHERE item = ?", ROW, item));
    }

    /** All of them, ordered by item. */
    public List<Acknowledgement> all() {
        return parts.read(sql -> sql.list("SELECT * FROM acknowledgement ORDER BY item LIMIT ?", ROW, ROWS_MAX));
    }
}
