package org.bdm.server.catalog.survey;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileName;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.Holdings;

/** Exports with holdings that no node of the site offers. Nobody can look at their files, so they count as held nowhere. Any thread that may block. */
public final class UnconfiguredExports {
    /** More than the files of all datasets that are asked for at once; a bound all the same. */
    private static final int ROWS_MAX = 1_000_000;

    private final CatalogParts parts;
    private final Holdings holdings;

    /** With the parts of the open catalog. */
    public UnconfiguredExports(CatalogParts parts, Holdings holdings) {
        this.parts = parts;
        this.holdings = holdings;
    }

    /**
     * One of them.
     *
     * @param since the start of a server that did not offer it any more; if that is not known, when its newest holding got its state
     */
    public record Unconfigured(ExportName export, long files, Instant since) {}

    /**
     * The holdings of a dataset at the exports of the site, and beside them.
     *
     * @param names of the usable files at exports of the site
     * @param vouched how many of these are verified, or were before their dataset was marked
     * @param disputed how many files are DISPUTED there
     * @param outside numbers of usable files at exports that are not configured
     */
    public record Parted(Set<String> names, int vouched, int disputed, Map<ExportName, Integer> outside) {}

    /** Names of those that have or had holdings. */
    private List<ExportName> names(Set<ExportName> configured) {
        List<ExportName> names = new ArrayList<>(holdings.exports());
        names.removeAll(configured);
        return names;
    }

    /** Returns those that have holdings, in the order of their names. Counts all of them. */
    public List<Unconfigured> find(Set<ExportName> configured) {
        List<Unconfigured> found = new ArrayList<>();
        for (ExportName export : names(configured)) {
            holdings.at(export)
                    .ifPresent(there -> found.add(new Unconfigured(
                            export, there.files(), since(export).orElse(there.newest()))));
        }
        return found;
    }

    private Optional<Instant> since(ExportName export) {
        return parts.read(sql -> sql.one(
                "SELECT since_ms FROM unconfigured_export WHERE export = ?",
                (row, at) -> Instant.ofEpochMilli(row.getLong(1)),
                export.value()));
    }

    /** Notes which exports a server finds configured as it starts. */
    public CompletableFuture<Void> note(Set<ExportName> configured) {
        Set<ExportName> gone = new HashSet<>(names(configured));
        return parts.write(work -> {
            Statements sql = work.sql();
            List<ExportName> known = sql.list(
                    "SELECT export FROM unconfigured_export ORDER BY export LIMIT 10000",
                    (row, at) -> new ExportName(row.getString(1)));
            for (ExportName export : known) {
                if (!gone.remove(export))
                    sql.update("DELETE FROM unconfigured_export WHERE export = ?", export.value());
            }
            for (ExportName export : gone) {
                sql.update(
                        "INSERT INTO unconfigured_export (export, since_ms) VALUES (?, ?)",
                        export.value(),
                        work.now().toEpochMilli());
            }
            return null;
        });
    }

    /** The datasets with files at exports that are not configured, by instance id in lower case. Nothing is read while all exports are. */
    public Map<String, Parted> of(List<String> instanceIds, Set<ExportName> configured) {
        List<ExportName> gone = names(configured);
        if (gone.isEmpty() || instanceIds.isEmpty()) return Map.of();
        Map<String, Counts> counts = new HashMap<>();
        parts.read(sql -> {
            for (List<String> part : Statements.parts(instanceIds)) {
                sql.list(
                                "SELECT d.instance_id, x.export, h.name, h.state FROM held_dataset d"
                                        + " JOIN holding h ON h.dataset_no = d.dataset_no"
                                        + " JOIN held_directory x ON x.dir_no = h.dir_no WHERE d.instance_key IN ("
                                        + Statements.marks(part.size()) + ") LIMIT " + ROWS_MAX,
                                UnconfiguredExports::row,
                                part.stream().map(InstanceKey::of).toArray())
                        .forEach(row -> counts.computeIfAbsent(row.dataset(), missing -> new Counts())
                                .add(row, configured));
            }
            return null;
        });
        Map<String, Parted> parted = new HashMap<>();
        counts.forEach((dataset, of) -> {
            if (!of.outside.isEmpty()) parted.put(dataset, new Parted(of.names, of.vouched, of.disputed, of.outside));
        });
        return parted;
    }

    private record Row(String dataset, ExportName export, String name, HoldingState state) {}

    private static Row row(ResultSet row, int at) throws SQLException {
        return new Row(
                row.getString(1).toLowerCase(Locale.ROOT),
                new ExportName(row.getString(2)),
                FileName.of(row.getBytes(3)).shown(),
                HoldingState.ofCode(row.getInt(4)));
    }

    private static final class Counts {
        private final Set<String> names = new HashSet<>();
        private final Map<ExportName, Integer> outside = new TreeMap<>(Comparator.comparing(ExportName::value));
        private int vouched;
        private int disputed;

        void add(Row row, Set<ExportName> configured) {
            boolean isHere = configured.contains(row.export());
            if (isHere && row.state() == HoldingState.DISPUTED) disputed++;
            if (!row.state().isUsable()) return;
            if (!isHere) {
                outside.merge(row.export(), 1, Integer::sum);
                return;
            }
            names.add(row.name());
            if (row.state() == HoldingState.VERIFIED || row.state().isMarked()) vouched++;
        }
    }
}
