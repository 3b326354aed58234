package org.bdm.server.catalog.history;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import org.bdm.server.catalog.db.CatalogParts;
import org.jspecify.annotations.Nullable;

/** Files that jobs moved to this site, for as long as there is a catalog. Written with their outcomes. Any thread that may block. */
public final class ArrivalHistory {
    /** Most groups that one question takes. */
    public static final int GROUPS_MAX = 10_000;

    // NULLIF would need a literal of bytes, which the databases write differently.
    private static final String DATASETS =
            "COUNT(DISTINCT CASE WHEN OCTET_LENGTH(instance_key) > 0 THEN instance_key END)";

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public ArrivalHistory(CatalogParts parts) {
        this.parts = parts;
    }

    /** Returns the sums of the days from {@code since} to {@code until}, both included: by time, or those with most bytes first. */
    public List<ArrivedFiles> by(ArrivalGrouping grouping, LocalDate since, LocalDate until) {
        boolean isJoined = grouping == ArrivalGrouping.SUBSCRIPTION;
        String rows = isJoined
                ? "SELECT a.instance_key, a.files, a.bytes, s.subscription_no AS shown FROM arrival a LEFT JOIN"
                        + " (SELECT DISTINCT job_no, subscription_no FROM subscription_dataset WHERE job_no IS NOT NULL) s"
                        + " ON s.job_no = a.job_no WHERE a.day_no >= ? AND a.day_no <= ?"
                : "SELECT instance_key, files, bytes, " + grouping.expression()
                        + " AS shown FROM arrival WHERE day_no >= ? AND day_no <= ?";
        String order = grouping.isByTime() ? "shown" : "SUM(bytes) DESC, shown";
        return parts.read(sql -> sql.list(
                "SELECT shown, SUM(files), SUM(bytes), " + DATASETS + " FROM (" + rows
                        + ") arrived GROUP BY shown ORDER BY " + order + " LIMIT " + GROUPS_MAX,
                (row, at) -> new ArrivedFiles(
                        shown(grouping, row.getString(1)), row.getLong(2), row.getLong(3), row.getLong(4)),
                dayNumber(since),
                dayNumber(until)));
    }

    /** Returns the sum of these days. */
    public ArrivedFiles all(LocalDate since, LocalDate until) {
        return parts.read(sql -> sql.one(
                        "SELECT COALESCE(SUM(files), 0), COALESCE(SUM(bytes), 0), " + DATASETS
                                + " FROM arrival WHERE day_no >= ? AND day_no <= ?",
                        (row, at) -> new ArrivedFiles("", row.getLong(1), row.getLong(2), row.getLong(3)),
                        dayNumber(since),
                        dayNumber(until)))
                .orElseThrow();
    }

    private static int dayNumber(LocalDate day) {
        return Math.toIntExact(day.toEpochDay());
    }

    private static String shown(ArrivalGrouping grouping, @Nullable String value) {
        if (value == null) return "";
        return switch (grouping) {
            case DAY -> LocalDate.ofEpochDay(Long.parseLong(value)).toString();
            case MONTH -> {
                int month = Integer.parseInt(value);
                yield YearMonth.of(Math.floorDiv(month, 12), Math.floorMod(month, 12) + 1)
                        .toString();
            }
            case PROJECT, SOURCE, SUBSCRIPTION -> value;
        };
    }
}
