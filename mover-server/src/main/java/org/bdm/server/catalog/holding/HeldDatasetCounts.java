package org.bdm.server.catalog.holding;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bdm.core.store.FileName;
import org.bdm.server.catalog.db.Statements;

/** Keeps what held_dataset counts of its holdings true, in the transaction that changes them. */
public final class HeldDatasetCounts {
    /** More than a dataset has; a bound all the same. */
    private static final int FILES_MAX = 1_000_000;

    /** Of usable holdings, the digests that somebody outside vouches for. */
    private static final String VOUCHED = "h.state IN ("
            + codes(Arrays.stream(HoldingState.values())
                    .filter(state -> state.isUsable() && state != HoldingState.READ && state != HoldingState.UNVERIFIED)
                    .map(HoldingState::code))
            + ") AND g.origin IN ("
            + codes(Arrays.stream(DigestOrigin.values())
                    .filter(DigestOrigin::isVouched)
                    .map(DigestOrigin::code))
            + ")";

    private HeldDatasetCounts() {}

    private static String codes(Stream<Integer> codes) {
        return codes.map(String::valueOf).collect(Collectors.joining(", "));
    }

    public static void refresh(Statements sql, Collection<Long> datasets) {
        for (long dataset : datasets) refresh(sql, dataset);
    }

    private static void refresh(Statements sql, long dataset) {
        List<Map.Entry<String, HoldingState>> files = sql.list(
                "SELECT name, state FROM holding WHERE dataset_no = ? LIMIT " + FILES_MAX,
                (row, at) -> Map.entry(FileName.of(row.getBytes(1)).shown(), HoldingState.ofCode(row.getInt(2))),
                dataset);
        Set<String> usable = new HashSet<>();
        files.stream().filter(file -> file.getValue().isUsable()).forEach(file -> usable.add(file.getKey()));
        sql.update(
                "UPDATE held_dataset SET files = ?, name_sum = ?, disputed = ?, retracted = ?, own_digests = ("
                        + "SELECT COUNT(DISTINCT h.holding_no) FROM holding h JOIN holding_digest g"
                        + " ON g.holding_no = h.holding_no WHERE h.dataset_no = ? AND " + VOUCHED + "), weakest = ("
                        + "SELECT MIN(f.best) FROM (SELECT MAX(g.origin) AS best FROM holding h JOIN holding_digest g"
                        + " ON g.holding_no = h.holding_no WHERE h.dataset_no = ? AND " + VOUCHED + ""
                        + " GROUP BY h.holding_no) f), computed_ms = ("
                        + "SELECT MAX(g.known_ms) FROM holding h JOIN holding_digest g"
                        + " ON g.holding_no = h.holding_no WHERE h.dataset_no = ? AND " + VOUCHED + ")"
                        + " WHERE dataset_no = ?",
                usable.size(),
                NameSum.of(usable),
                count(files, HoldingState.DISPUTED),
                count(files, HoldingState.RETRACTED),
                dataset,
                dataset,
                dataset,
                dataset);
    }

    private static int count(List<Map.Entry<String, HoldingState>> files, HoldingState state) {
        return (int) files.stream().filter(file -> file.getValue() == state).count();
    }
}
