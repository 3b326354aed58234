package org.bdm.server.catalog.holding;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bdm.core.store.FileName;
import org.bdm.server.catalog.db.Statements;

/** Keeps what held_dataset counts of its holdings true, in the transaction that changes them. */
public final class HeldDatasetCounts {
    /** More than a dataset has; a bound all the same. */
    private static final int FILES_MAX = 1_000_000;

    /** A file of a dataset, with its digests that somebody outside vouches for. */
    private record File(String name, HoldingState state, List<HoldingDigest> vouched) {
        static File of(ResultSet row) throws SQLException {
            HoldingState state = HoldingState.ofCode(row.getInt(2));
            boolean isVouched = state.isUsable() && state != HoldingState.READ && state != HoldingState.UNVERIFIED;
            List<HoldingDigest> digests = isVouched ? StoredDigests.read(row.getString(3)) : List.of();
            return new File(
                    FileName.of(row.getBytes(1)).shown(),
                    state,
                    digests.stream().filter(known -> known.origin().isVouched()).toList());
        }

        DigestOrigin best() {
            return vouched.stream()
                    .map(HoldingDigest::origin)
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    private HeldDatasetCounts() {}

    public static void refresh(Statements sql, Collection<Long> datasets) {
        for (long dataset : datasets) refresh(sql, dataset);
    }

    private static void refresh(Statements sql, long dataset) {
        List<File> files = sql.list(
                "SELECT name, state, digests FROM holding WHERE dataset_no = ? LIMIT " + FILES_MAX,
                (row, at) -> File.of(row),
                dataset);
        List<File> vouched =
                files.stream().filter(file -> !file.vouched().isEmpty()).toList();
        Set<String> usable = new HashSet<>();
        files.stream().filter(file -> file.state().isUsable()).forEach(file -> usable.add(file.name()));
        sql.update(
                "UPDATE held_dataset SET files = ?, name_sum = ?, disputed = ?, retracted = ?, own_digests = ?, weakest = ?,"
                        + " computed_ms = ? WHERE dataset_no = ?",
                usable.size(),
                NameSum.of(usable),
                count(files, HoldingState.DISPUTED),
                count(files, HoldingState.RETRACTED),
                vouched.size(),
                vouched.stream()
                        .map(File::best)
                        .min(Comparator.naturalOrder())
                        .map(DigestOrigin::code)
                        .orElse(null),
                vouched.stream()
                        .flatMap(file -> file.vouched().stream())
                        .map(known -> known.knownAt().toEpochMilli())
                        .max(Comparator.naturalOrder())
                        .orElse(null),
                dataset);
    }

    private static int count(List<File> files, HoldingState state) {
        return (int) files.stream().filter(file -> file.state() == state).count();
    }
}
