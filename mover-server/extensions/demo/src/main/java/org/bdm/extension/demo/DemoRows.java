package org.bdm.extension.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Inserts rows in large batches, one transaction for each. One thread. */
final class DemoRows {
    private static final int BATCH = 10_000;

    private final CatalogDatabase database;
    private final Map<String, List<@Nullable Object[]>> waiting = new LinkedHashMap<>();
    private final DemoProgress progress;
    private long written;

    DemoRows(CatalogDatabase database, DemoProgress progress) {
        this.database = database;
        this.progress = progress;
    }

    /**
     * Adds a row.
     *
     * @param into table and columns, {@code node_export (node_no, export)}
     */
    void add(String into, @Nullable Object... values) {
        List<@Nullable Object[]> rows = waiting.computeIfAbsent(into, unused -> new ArrayList<>());
        rows.add(values);
        if (rows.size() >= BATCH) write(into, rows);
    }

    private void write(String into, List<@Nullable Object[]> rows) {
        if (rows.isEmpty()) return;
        String insert = "INSERT INTO " + into + " VALUES (" + Statements.marks(rows.get(0).length) + ")";
        written += database.transact(sql -> sql.batch(insert, rows)).length;
        rows.clear();
        progress.at(written);
    }

    /** Writes what is left; the numbers of a table that gives them itself go on behind its last row. */
    long finish() {
        waiting.forEach(this::write);
        return written;
    }

    /** Runs one statement that changes rows. */
    void change(String statement, @Nullable Object... arguments) {
        finish();
        int unused = database.transact(sql -> sql.update(statement, arguments));
    }

    /** Lets a table go on numbering behind the rows that have numbers already. */
    void numbersGoOn(String table, String column) {
        finish();
        database.transact(sql -> {
            long next = sql.number("SELECT COALESCE(MAX(" + column + "), 0) + 1 FROM " + table);
            sql.execute("ALTER TABLE " + table + " ALTER COLUMN " + column + " RESTART WITH " + next);
            return next;
        });
    }

    /** Sets a running number, from which the catalog goes on. */
    void lastNumber(String name, long last) {
        change("UPDATE running_number SET last_number = ? WHERE name = ?", last, name);
    }
}
