package org.bdm.server.catalog.holding;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Cursor;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.db.Statements;

/** The files that this site holds. */
public final class Holdings {
    /** Most holdings that one call looks at when there is no index for what is asked. */
    static final int WALK_MAX = 50_000;

    private static final int STEP = 1_000;

    private static final List<String> OF_HOLDING =
            List.of("held_ranges", "kept_holding", "unreadable_holding", "holding");

    private final CatalogParts parts;

    public Holdings(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Writes holdings as they are given; one that is known under the same export and path is replaced, with its digests. Good groups have
     * 100 to 1,000 of few directories. Blocks the calling worker while the committer's queue is full.
     */
    public CompletableFuture<Void> put(List<Holding> holdings) {
        List<Holding> kept = List.copyOf(holdings);
        return parts.writeWaiting(Math.max(1, kept.size()), work -> {
            new HoldingBatch(work).put(kept);
            return null;
        });
    }

    /**
     * Writes changes with their history, as {@link #put} does. One whose holding somebody wrote since it was read is decided anew.
     *
     * @return what each became, in the order of the changes
     */
    public CompletableFuture<List<HoldingChange.After>> change(List<HoldingChange> changes) {
        List<HoldingChange> kept = List.copyOf(changes);
        return parts.writeWaiting(Math.max(1, kept.size()), work -> HoldingChanges.write(work, kept));
    }

    /** Forgets holdings of files that are gone; those that are not known are passed over. Not the files: these are not touched. */
    public CompletableFuture<Void> forget(ExportName export, List<StorePath> paths) {
        List<StorePath> kept = List.copyOf(paths);
        return parts.writeWaiting(Math.max(1, kept.size()), work -> {
            forget(work, export, kept);
            return null;
        });
    }

    /** As {@link #forget(ExportName, List)}, within a change. */
    public static void forget(ChangeWork work, ExportName export, List<StorePath> paths) {
        Set<Long> touched = new TreeSet<>();
        HoldingSideTables sideTables = new HoldingSideTables(work.sql());
        for (StorePath path : paths) {
            HoldingRows.find(work.sql(), export, path.parent(), List.of(path.name()))
                    .forEach(found -> {
                        String dataset = found.holding().dataset();
                        if (dataset != null)
                            HoldingRows.dataset(work.sql(), dataset).ifPresent(touched::add);
                        for (String table : OF_HOLDING) {
                            work.sql().update("DELETE FROM " + table + " WHERE holding_no = ?", found.number());
                        }
                        sideTables.removed(found.number(), found.holding());
                    });
        }
        sideTables.write();
        HeldDatasetCounts.refresh(work.sql(), new DatasetMarkRows(work).refresh(touched));
    }

    /** Lets go of holdings because a person says so; each is in the history with its evidence. At most 1,000, of any exports. */
    public CompletableFuture<Void> forget(List<Holding> holdings, String by, String reason) {
        List<Holding> kept = List.copyOf(holdings);
        return parts.writeWaiting(Math.max(1, 2 * kept.size()), work -> {
            HoldingHistory.add(
                    work.sql(),
                    kept.stream()
                            .map(holding -> new HistoryEntry(HistoryEvent.FORGOTTEN, work.now(), by, reason, holding))
                            .toList());
            Map<ExportName, List<StorePath>> paths = new LinkedHashMap<>();
            for (Holding holding : kept) {
                paths.computeIfAbsent(holding.export(), missing -> new ArrayList<>())
                        .add(holding.path());
            }
            paths.forEach((export, ofExport) -> forget(work, export, ofExport));
            return null;
        });
    }

    /**
     * A file that has another name now.
     *
     * @param before as it is held
     * @param after with the same evidence, at its new place
     */
    public record Moved(Holding before, Holding after) {}

    /**
     * Moves holdings with their evidence to the new names of their files; both names have it in their history. One whose new place has evidence
     * of its own already is passed over. At most 1,000.
     *
     * @return the old places of those that were moved
     */
    public CompletableFuture<Set<StorePath>> move(List<Moved> moves, String by) {
        List<Moved> kept = List.copyOf(moves);
        return parts.writeWaiting(Math.max(1, 3 * kept.size()), work -> HoldingChanges.move(work, kept, by));
    }

    /** The holdings at an export. */
    public record AtExport(long files, Instant newest) {}

    /** Counts what is held at an export; empty for nothing. Reads all of it. */
    public Optional<AtExport> at(ExportName export) {
        return parts.read(sql -> sql.one(
                        "SELECT COUNT(*), COALESCE(MAX(h.since_ms), 0) FROM held_directory d"
                                + " JOIN holding h ON h.dir_no = d.dir_no WHERE d.export = ?",
                        (row, at) -> new AtExport(row.getLong(1), Instant.ofEpochMilli(row.getLong(2))),
                        export.value())
                .filter(found -> found.files() > 0));
    }

    /** Names of exports that have or had holdings, configured or not. */
    public List<ExportName> exports() {
        return parts.read(sql -> {
            List<ExportName> names = new ArrayList<>();
            String last = "";
            while (true) {
                // One step in the index for each export, however many directories it has.
                String next = sql.one(
                                "SELECT export FROM held_directory WHERE export > ? ORDER BY export LIMIT 1",
                                (row, at) -> row.getString(1),
                                last)
                        .orElse(null);
                if (next == null) return names;
                names.add(new ExportName(next));
                last = next;
            }
        });
    }

    /** Those of the paths that are known, by path. */
    public Map<StorePath, Holding> find(ExportName export, List<StorePath> paths) {
        Map<StorePath, List<FileName>> byDirectory = new LinkedHashMap<>();
        for (StorePath path : paths) {
            byDirectory
                    .computeIfAbsent(path.parent(), missing -> new ArrayList<>())
                    .add(path.name());
        }
        return parts.read(sql -> {
            List<HoldingRows.Numbered> rows = new ArrayList<>();
            byDirectory.forEach((directory, names) -> rows.addAll(HoldingRows.find(sql, export, directory, names)));
            Map<StorePath, Holding> found = new HashMap<>();
            rows.forEach(row -> found.put(row.holding().path(), row.holding()));
            return found;
        });
    }

    /**
     * Holdings with any of these digests, whoever says so, by digest: for what need not be fetched because it is here already.
     *
     * @param digests any number; they are looked up 500 at a time
     * @param rowsOfOneMax how many of one digest are worth knowing; of digests that many files have, some may be missing
     */
    public Map<Checksum, List<Holding>> withDigests(Collection<Checksum> digests, int rowsOfOneMax) {
        return parts.read(sql -> {
            Map<Checksum, List<Holding>> found = new HashMap<>();
            for (List<Checksum> part : Statements.parts(List.copyOf(digests))) {
                HeldDigestRows.add(sql, part, CatalogParts.checkedRows(rowsOfOneMax), found);
            }
            return found;
        });
    }

    /**
     * A page of holdings, in the order in which they became known. A dataset or an exceptional state is found directly; for another state,
     * an export or a directory at most 50,000 holdings are looked at per call, so a page may be short and still have a next cursor.
     *
     * @throws org.bdm.core.fault.MoverException INVALID_REQUEST for a cursor that is none
     */
    public RowPage<Holding> page(HoldingQuery query) {
        long after = query.cursor() == null ? 0 : Cursor.read(query.cursor());
        return parts.read(sql -> {
            if (query.dataset() != null) {
                Optional<Long> dataset = HoldingRows.dataset(sql, query.dataset());
                if (dataset.isEmpty()) return new RowPage<>(List.of(), null);
                return page(sql, query, Way.OF_DATASET, List.of(dataset.get()), after);
            }
            if (query.state() != null && query.state().isExceptional())
                return page(sql, query, Way.OF_STATE, List.of(query.state().code()), after);
            return page(sql, query, Way.OF_ALL, List.of(), after);
        });
    }

    /** Ways to walk holdings in the order of their numbers: statements that begin after a number. */
    private enum Way {
        OF_ALL(HoldingRows.SELECT + " WHERE h.holding_no > ? ORDER BY h.holding_no"),
        OF_DATASET(HoldingRows.SELECT
                + " WHERE h.dataset_no = ? AND h.holding_no > ? ORDER BY h.dataset_no, h.holding_no"),
        OF_STATE(HoldingRows.SELECT_EXCEPTIONAL
                + " WHERE x.state = ? AND x.holding_no > ? ORDER BY x.state, x.holding_no");

        private final String statement;

        Way(String statement) {
            this.statement = statement;
        }
    }

    /**
     * Returns what is held of datasets, for completeness: an entry for each that has holdings.
     *
     * @param instanceIds in any case; any number
     * @return by instance id in lower case
     */
    public Map<String, HeldDataset> ofDatasets(List<String> instanceIds) {
        return parts.read(sql -> HeldDatasetRows.read(sql, instanceIds));
    }

    /**
     * Returns what indexes say of datasets, for completeness: an entry for each that is stored.
     *
     * @param instanceIds in any case; any number
     * @return by instance id in lower case
     */
    public Map<String, KnownDataset> knownDatasets(List<String> instanceIds) {
        return parts.read(sql -> KnownDatasetRows.read(sql, instanceIds));
    }

    /** Names of the usable files that are held of datasets, by instance id in lower case. */
    public Map<String, Set<String>> heldNames(List<String> instanceIds) {
        return parts.read(sql -> HeldDatasetRows.names(sql, instanceIds));
    }

    /** Names of the files that datasets have in their chosen variant, by instance id in lower case. */
    public Map<String, Set<String>> knownNames(List<String> instanceIds) {
        return parts.read(sql -> KnownDatasetRows.names(sql, instanceIds));
    }

    /** Instance ids of the versions of datasets (named without version) that have or had holdings; none for others. */
    public Map<String, List<String>> heldVersions(List<String> masterIds) {
        return parts.read(sql -> DatasetVersions.held(sql, masterIds));
    }

    /** For datasets (named without version) of which several versions are stored: instance ids by name of the data node. */
    public Map<String, Map<String, Set<String>>> versionsAtNodes(List<String> masterIds) {
        return parts.read(sql -> DatasetVersions.atNodes(sql, masterIds));
    }

    /**
     * Datasets that have or had holdings, in the order in which they became known.
     *
     * @param after number of the last one of the page before; 0 for the first page
     */
    public List<NumberedDataset> datasets(long after, int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT dataset_no, instance_id FROM held_dataset WHERE dataset_no > ? ORDER BY dataset_no LIMIT ?",
                (row, at) -> new NumberedDataset(row.getLong(1), row.getString(2)),
                after,
                CatalogParts.checkedRows(rowsMax)));
    }

    /** A dataset and its place in the list. */
    public record NumberedDataset(long number, String instanceId) {}

    private static RowPage<Holding> page(Statements sql, HoldingQuery query, Way way, List<?> fixed, long start) {
        List<HoldingRows.Numbered> found = new ArrayList<>();
        long after = start;
        for (int looked = 0; looked < WALK_MAX; looked += STEP) {
            List<Object> arguments = new ArrayList<>(fixed);
            arguments.add(after);
            arguments.add(STEP);
            List<HoldingRows.Numbered> rows =
                    sql.list(way.statement + " LIMIT ?", (row, at) -> HoldingRows.row(row), arguments.toArray());
            for (HoldingRows.Numbered row : rows) {
                after = row.number();
                if (isAsked(query, row.holding())) found.add(row);
                if (found.size() == query.rowsMax()) return told(found, after);
            }
            if (rows.size() < STEP) return new RowPage<>(told(found, after).rows(), null);
        }
        return told(found, after);
    }

    private static RowPage<Holding> told(List<HoldingRows.Numbered> found, long after) {
        return new RowPage<>(found.stream().map(HoldingRows.Numbered::holding).toList(), Cursor.write(after));
    }

    private static boolean isAsked(HoldingQuery query, Holding holding) {
        return (query.state() == null || query.state() == holding.state())
                && (query.export() == null || query.export().equals(holding.export()))
                && holding.path().startsWith(query.below());
    }
}
