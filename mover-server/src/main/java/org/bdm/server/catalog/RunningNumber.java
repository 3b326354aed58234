package org.bdm.server.catalog;

import java.util.Locale;

/** Numbers without gaps, given in the order of commits: the row is locked until the transaction ends. For what is rare. */
enum RunningNumber {
    EVENT,
    AUDIT;

    long next(Statements sql) {
        sql.update("UPDATE running_number SET last_number = last_number + 1 WHERE name = ?", row());
        return last(sql);
    }

    long last(Statements sql) {
        return sql.number("SELECT last_number FROM running_number WHERE name = ?", row());
    }

    private String row() {
        return name().toLowerCase(Locale.ROOT);
    }
}
