package org.bdm.server.catalog.db;

import java.util.Locale;

/**
 * Numbers without gaps, given in the order of commits: the row is locked until the transaction ends. For what is rare, or
 * takes many at once; {@link NewEvent} takes them last.
 */
public enum RunningNumber {
    EVENT,
    JOB,
    AUDIT,
    HOLDING,
    HELD_DIRECTORY,
    HELD_DATASET;

    public long next(Statements sql) {
        return take(sql, 1);
    }

    /** Takes so many numbers at once; gives the first. */
    public long take(Statements sql, int count) {
        sql.update("UPDATE running_number SET last_number = last_number + ? WHERE name = ?", count, row());
        return last(sql) - count + 1;
    }

    /** Waits until no other transaction may give such numbers, and lets none give one before this one ends. */
    public void hold(Statements sql) {
        sql.number("SELECT last_number FROM running_number WHERE name = ? FOR UPDATE", row());
    }

    /** Takes the last number back: what had it was never seen and is gone. Without effect if a later one was given. */
    public void giveBack(Statements sql, long number) {
        sql.update(
                "UPDATE running_number SET last_number = last_number - 1 WHERE name = ? AND last_number = ?",
                row(),
                number);
    }

    public long last(Statements sql) {
        return sql.number("SELECT last_number FROM running_number WHERE name = ?", row());
    }

    private String row() {
        return name().toLowerCase(Locale.ROOT);
    }
}
