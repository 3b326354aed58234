package org.bdm.server.catalog.site;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Cursor;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.db.RunningNumber;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** The audit log: only added to, each line chained to the one before by SHA-256. */
public final class AuditLog {
    private static final int ROWS_AT_ONCE = 1000;

    /** Steps of a page that finds little. */
    private static final int STEPS_MAX = 50;

    private static final RecordColumns<AuditSeal> SEAL =
            RecordColumns.of(AuditSeal.class, "audit_no sealed_at chain public_key signature");

    private static final RecordColumns<Line> LINE =
            RecordColumns.of(Line.class, "audit_no happened_at actor action object result address detail chain");

    private final CatalogParts parts;

    public AuditLog(CatalogParts parts) {
        this.parts = parts;
    }

    /** Writes a line, numbered and chained; the future gives it. Never waits for room: TOO_MANY_REQUESTS. */
    public CompletableFuture<AuditEntry> add(AuditEntry entry) {
        return parts.write(work -> add(work, entry));
    }

    private static AuditEntry add(ChangeWork work, AuditEntry entry) {
        Statements sql = work.sql();
        long number = RunningNumber.AUDIT.next(sql);
        AuditEntry numbered = new AuditEntry(
                number,
                entry.at().truncatedTo(java.time.temporal.ChronoUnit.MILLIS),
                kept(entry.actor(), 200),
                kept(entry.action(), 64),
                kept(entry.object(), 2000),
                kept(entry.result(), 64),
                kept(entry.address(), 200),
                kept(entry.detail(), 2000));
        byte[] before = sql.one("SELECT chain FROM audit WHERE audit_no = ?", (row, at) -> row.getBytes(1), number - 1)
                .orElse(AuditChain.START);
        sql.update(
                "INSERT INTO audit (audit_no, happened_at, actor, action, object, result, address, detail, chain)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                number,
                numbered.at(),
                numbered.actor(),
                numbered.action(),
                numbered.object(),
                numbered.result(),
                numbered.address(),
                numbered.detail(),
                AuditChain.chained(before, numbered));
        return numbered;
    }

    /** Exactly what the column will hold, so that the chain can be computed again from it. */
    private static String kept(String text, int lengthMax) {
        return Statements.cut(text.replace('\0', '\uFFFD'), lengthMax);
    }

    /** Lines with a number above {@code afterNumber}, oldest first; at most {@code rowsMax}. */
    public List<AuditEntry> after(long afterNumber, int rowsMax) {
        return lines(parts.database(), afterNumber, CatalogParts.checkedRows(rowsMax)).stream()
                .map(Line::entry)
                .toList();
    }

    /** A page of what fits, newest first; it may be short, or empty, and still have a next one. */
    public RowPage<AuditEntry> page(AuditFilter filter, @Nullable String cursor, int rowsMax) {
        int rows = CatalogParts.checkedRows(rowsMax);
        long last = cursor == null ? 0 : Cursor.read(cursor);
        List<AuditEntry> found = new ArrayList<>();
        for (int step = 0; step < STEPS_MAX; step++) {
            List<Line> lines = olderThan(last, filter);
            for (Line line : lines) {
                last = line.entry().number();
                if (filter.fits(line.entry())) found.add(line.entry());
                if (found.size() == rows) return new RowPage<>(found, Cursor.write(last));
            }
            if (lines.size() < ROWS_AT_ONCE) return new RowPage<>(found, null);
        }
        return new RowPage<>(found, Cursor.write(last));
    }

    /** The next lines of an actor and a time, which have indexes; the order is that of the indexes. */
    private List<Line> olderThan(long last, AuditFilter filter) {
        return parts.read(sql -> {
            StringBuilder where = new StringBuilder();
            List<@Nullable Object> arguments = new ArrayList<>();
            if (filter.who() != null) add("actor = ?", filter.who(), where, arguments);
            if (filter.since() != null) add("happened_at >= ?", filter.since(), where, arguments);
            if (filter.until() != null) add("happened_at < ?", filter.until(), where, arguments);
            if (last != 0) {
                Optional<Instant> at = sql.one(
                        "SELECT happened_at FROM audit WHERE audit_no = ?",
                        (row, number) -> Statements.instantOf(row, "happened_at"),
                        last);
                if (at.isEmpty()) return List.of(); // it was removed, and with it all that was older
                add("happened_at <= ?", at.get(), where, arguments);
                add("(happened_at < ? OR audit_no < ?)", at.get(), where, arguments);
                arguments.add(last);
            }
            arguments.add(ROWS_AT_ONCE);
            return sql.list(
                    "SELECT * FROM audit" + where + " ORDER BY " + (filter.who() == null ? "" : "actor DESC, ")
                            + "happened_at DESC, audit_no DESC LIMIT ?",
                    LINE,
                    arguments.toArray());
        });
    }

    private static void add(
            String condition, @Nullable Object argument, StringBuilder where, List<@Nullable Object> arguments) {
        where.append(where.length() == 0 ? " WHERE " : " AND ").append(condition);
        arguments.add(argument);
    }

    /**
     * The last line.
     *
     * @param chain hexadecimal
     */
    public record Head(long line, String chain) {}

    /** The last line; empty while there is none. */
    public Optional<Head> head() {
        return parts.database()
                .read(sql -> sql.one(
                        "SELECT audit_no, chain FROM audit ORDER BY audit_no DESC LIMIT 1",
                        (row, at) -> new Head(row.getLong(1), HexFormat.of().formatHex(row.getBytes(2)))));
    }

    /** The chain of a line, hexadecimal; empty if there is no such line. */
    public Optional<String> chainOf(long line) {
        return parts.database()
                .read(sql -> sql.one(
                        "SELECT chain FROM audit WHERE audit_no = ?",
                        (row, at) -> HexFormat.of().formatHex(row.getBytes(1)),
                        line));
    }

    /** Keeps a signature over a line, and that this node made it. */
    public CompletableFuture<AuditSeal> addSeal(AuditSeal seal) {
        return parts.write(work -> {
            work.sql()
                    .update(
                            "INSERT INTO audit_seal (audit_no, sealed_at, chain, public_key, signature, sealed_by)"
                                    + " VALUES (?, ?, ?, ?, ?, ?)",
                            seal.line(),
                            seal.at(),
                            seal.chain(),
                            seal.publicKey(),
                            seal.signature(),
                            parts.node());
            return seal;
        });
    }

    /** The signature over the last signed line; empty while there is none. */
    public Optional<AuditSeal> lastSeal() {
        return parts.database().read(sql -> sql.one("SELECT * FROM audit_seal ORDER BY audit_no DESC LIMIT 1", SEAL));
    }

    /** True if this node, by what it wrote down, made any signature that is there. */
    public boolean hasSealsOfThisNode() {
        return parts.database()
                        .read(sql -> sql.number(
                                "SELECT COUNT(*) FROM (SELECT audit_no FROM audit_seal WHERE sealed_by = ? LIMIT 1) s",
                                parts.node()))
                > 0;
    }

    /** Signatures of lines behind {@code afterLine}, up to {@code lastLine}, oldest first; at most {@code rowsMax}. */
    public List<AuditSeal> seals(long afterLine, long lastLine, int rowsMax) {
        return parts.database()
                .read(sql -> sql.list(
                        "SELECT * FROM audit_seal WHERE audit_no > ? AND audit_no <= ? ORDER BY audit_no LIMIT ?",
                        SEAL,
                        afterLine,
                        lastLine,
                        CatalogParts.checkedRows(rowsMax)));
    }

    /** Follows the chain from behind a line that was compared before; 0 for the whole log. */
    public AuditChain chain(long afterLine) {
        return new AuditChain(parts.database(), afterLine);
    }

    /** Walks the whole chain; gives the number of the first line that was changed or is missing, empty if all is well. */
    public static Optional<Long> firstBroken(CatalogDatabase database) {
        AuditChain chain = new AuditChain(database, 0);
        while (!chain.isAtEnd()) {
            List<AuditChain.Break> breaks = chain.next();
            if (!breaks.isEmpty()) return Optional.of(breaks.get(0).first());
        }
        return Optional.empty();
    }

    static List<Line> lines(CatalogDatabase database, long afterNumber, int rowsMax) {
        return database.read(sql -> sql.list(
                "SELECT * FROM audit WHERE audit_no > ? ORDER BY audit_no LIMIT ?", LINE, afterNumber, rowsMax));
    }

    @SuppressWarnings("ArrayRecordComponent") // read once, compared by content
    record Line(AuditEntry entry, byte[] chain) {}
}
