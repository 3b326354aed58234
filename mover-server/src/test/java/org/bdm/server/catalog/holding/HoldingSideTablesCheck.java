package org.bdm.server.catalog.holding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.db.Statements;

/** Compares the tables by which holdings are found with what the holdings say, each of them read. */
public final class HoldingSideTablesCheck {
    private static final int ROWS_MAX = 10_000;

    private HoldingSideTablesCheck() {}

    /** Fails if a table says more or less than the holdings. */
    public static void of(OpenCatalog open) {
        open.database().read(sql -> {
            compare(sql);
            return null;
        });
    }

    private static void compare(Statements sql) {
        List<HoldingRows.Numbered> holdings = sql.list(
                HoldingRows.SELECT + " ORDER BY h.holding_no LIMIT " + ROWS_MAX, (row, at) -> HoldingRows.row(row));
        List<String> sought = new ArrayList<>();
        List<String> exceptional = new ArrayList<>();
        for (HoldingRows.Numbered row : holdings) {
            Holding holding = row.holding();
            if (holding.state().isExceptional()) exceptional.add(holding.state().code() + " " + row.number());
            if (!HeldDigestRows.isSought(holding)) continue;
            Set<String> values = new TreeSet<>();
            for (HoldingDigest known : holding.digests())
                values.add(HexFormat.of().formatHex(HeldDigestRows.sought(known.digest())));
            values.forEach(value -> sought.add(value + " " + row.number()));
        }
        assertThat(sql.list(
                        "SELECT sought, holding_no FROM sought_digest",
                        (row, at) -> HexFormat.of().formatHex(row.getBytes(1)) + " " + row.getLong(2)))
                .containsExactlyInAnyOrderElementsOf(sought);
        assertThat(sql.list(
                        "SELECT state, holding_no FROM exceptional_holding",
                        (row, at) -> row.getInt(1) + " " + row.getLong(2)))
                .containsExactlyInAnyOrderElementsOf(exceptional);
        compareSpans(sql);
    }

    private static void compareSpans(Statements sql) {
        assertThat(sql.list(
                        "SELECT span_no, oldest_ms, newest_ms FROM check_span WHERE oldest_ms < 9223372036854775807 ORDER BY span_no",
                        (row, at) -> row.getLong(1) + " " + row.getLong(2) + " " + row.getLong(3)))
                .isEqualTo(sql.list(
                        "SELECT h.holding_no / 256, MIN(h.checked_ms), MAX(h.checked_ms) FROM holding h WHERE h.holding_no > 0"
                                + Scrubs.ON_DISK + " GROUP BY h.holding_no / 256 ORDER BY h.holding_no / 256",
                        (row, at) -> row.getLong(1) + " " + row.getLong(2) + " " + row.getLong(3)));
    }
}
