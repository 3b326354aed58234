package org.bdm.server.catalog.holding;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.server.catalog.db.Statements;

/**
 * Why a version that is here as it is listed does not take the place of an older one by itself: what is listed may not be all of it, and then
 * the older one would be removed for a part. Belongs to one change.
 */
final class SuccessorDoubts {
    /** A version needs a person if it has less than this part of the files or of the bytes of the older one. */
    static final int PERCENT_MIN = 90;

    private final Statements sql;

    SuccessorDoubts(Statements sql) {
        this.sql = sql;
    }

    /**
     * A sentence, or empty.
     *
     * @param heldDataset number of the older version among those that are held
     * @param older what is listed of the older version, if it is known
     */
    Optional<String> doubt(ExtentRows.Listed newer, long heldDataset, Optional<ExtentRows.Listed> older) {
        Map<Long, String> contradictions = ExtentRows.contradictions(sql, List.of(newer));
        String contradiction = contradictions.get(newer.set());
        if (contradiction != null) return Optional.of("claims disagree about how much it is: " + contradiction);
        Held held = held(heldDataset);
        long files = Math.max(held.files(), older.map(ExtentRows.Listed::files).orElse(0));
        BigDecimal bytes = held.bytes()
                .max(BigDecimal.valueOf(older.map(ExtentRows.Listed::bytes).orElse(0L)));
        boolean isFarLess = isFarLess(BigDecimal.valueOf(newer.files()), BigDecimal.valueOf(files))
                || isFarLess(BigDecimal.valueOf(newer.bytes()), bytes);
        if (!isFarLess || ExtentRows.isConfirmed(sql, newer)) return Optional.empty();
        return Optional.of("it has " + newer.files() + " files and " + newer.bytes() + " bytes where this one has "
                + files + " and " + bytes.toPlainString());
    }

    private static boolean isFarLess(BigDecimal newer, BigDecimal older) {
        return newer.multiply(BigDecimal.valueOf(100)).compareTo(older.multiply(BigDecimal.valueOf(PERCENT_MIN))) < 0;
    }

    private record Held(long files, BigDecimal bytes) {}

    /** A file that is held in several exports counts once. */
    private Held held(long dataset) {
        return sql.one(
                        "SELECT COUNT(*), SUM(one.size) FROM (SELECT name, MAX(size) AS size FROM holding"
                                + " WHERE dataset_no = ? GROUP BY name) one",
                        (row, at) -> new Held(
                                row.getLong(1),
                                Optional.ofNullable(row.getBigDecimal(2)).orElse(BigDecimal.ZERO)),
                        dataset)
                .orElse(new Held(0, BigDecimal.ZERO));
    }
}
