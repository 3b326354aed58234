package org.bdm.server.catalog.holding;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;

/** Marks against datasets that are held here. Nobody writes marks: they follow from replica sets and holdings. */
public final class DatasetMarks {
    private static final String SELECT =
            "SELECT m.*, d.instance_id FROM dataset_mark m JOIN held_dataset d ON d.dataset_no = m.dataset_no";

    private static final RecordColumns<DatasetMark> MARK = RecordColumns.of(
            DatasetMark.class,
            "dataset_no instance_id state in_force reason newer_id marked_ms treatment needs_person");

    private final CatalogParts parts;

    public DatasetMarks(CatalogParts parts) {
        this.parts = parts;
    }

    /** By instance id in lower case, of those that are marked. */
    public Map<String, DatasetMark> find(List<String> instanceIds) {
        return parts.read(sql -> {
            Map<String, DatasetMark> found = new LinkedHashMap<>();
            for (List<String> part : Statements.parts(instanceIds)) {
                sql.list(
                                SELECT + " WHERE d.instance_key IN (" + Statements.marks(part.size()) + ") LIMIT "
                                        + part.size(),
                                MARK,
                                part.stream().map(InstanceKey::of).toArray())
                        .forEach(mark -> found.put(mark.instanceId().toLowerCase(Locale.ROOT), mark));
            }
            return found;
        });
    }

    static Optional<DatasetMark> find(Statements sql, long dataset) {
        return sql.one(SELECT + " WHERE m.dataset_no = ?", MARK, dataset);
    }

    /**
     * Marks in the order in which their datasets became known here.
     *
     * @param after number of the dataset of the last one of the page before; 0 for the first page
     */
    public List<DatasetMark> after(long after, int rowsMax) {
        return parts.read(sql -> sql.list(
                SELECT + " WHERE m.dataset_no > ? ORDER BY m.dataset_no LIMIT ?",
                MARK,
                after,
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Marks whose newer version only a person can let take its place, in the order in which their datasets became known here. */
    public List<DatasetMark> needingPerson(int rowsMax) {
        return parts.read(sql -> sql.list(
                SELECT + " WHERE m.needs_person = TRUE ORDER BY m.dataset_no LIMIT ?",
                MARK,
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Decides anew about these datasets, by the rules of this program: their marks may come from an older one. */
    public CompletableFuture<Void> decideAnew(List<DatasetMark> marks) {
        List<DatasetMark> kept = List.copyOf(marks);
        return parts.writeWaiting(1 + kept.size(), work -> {
            for (DatasetMark mark : kept) {
                HeldDatasetCounts.refresh(
                        work.sql(),
                        new DatasetMarkRows(work).refresh(mark.instanceId().toLowerCase(Locale.ROOT)));
            }
            return null;
        });
    }

    /** Notes what became of the files; nothing happens if the mark was lifted meanwhile. */
    public CompletableFuture<Void> treat(long dataset, MarkTreatment treatment) {
        return parts.writeWaiting(1, work -> {
            work.sql().update("UPDATE dataset_mark SET treatment = ? WHERE dataset_no = ?", treatment.code(), dataset);
            return null;
        });
    }
}
