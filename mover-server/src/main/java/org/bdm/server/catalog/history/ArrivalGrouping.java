package org.bdm.server.catalog.history;

/** By what statistics tell arrived files apart. */
public enum ArrivalGrouping {
    DAY("day_no"),
    MONTH("month_no"),
    /** The project that the name of the dataset begins with; empty for files of no dataset. */
    PROJECT("CASE WHEN POSITION('.' IN instance_id) = 0 THEN ''"
            + " ELSE SUBSTRING(instance_id FROM 1 FOR POSITION('.' IN instance_id) - 1) END"),
    SOURCE("source"),
    /** The number of the subscription whose job moved them; empty for other jobs. */
    SUBSCRIPTION("subscription_no");

    private final String expression;

    ArrivalGrouping(String expression) {
        this.expression = expression;
    }

    String expression() {
        return expression;
    }

    boolean isByTime() {
        return this == DAY || this == MONTH;
    }
}
