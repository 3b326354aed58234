package org.bdm.server.catalog.holding;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Origin;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.DigestColumns;
import org.bdm.server.catalog.db.KeyHash;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** The events of held files beyond the ordinary: a row for each event, which outlives the holding. Any thread that may block. */
public final class HoldingHistory {
    private static final int BY_LENGTH_MAX = 200;
    private static final int REASON_LENGTH_MAX = 2_000;

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public HoldingHistory(CatalogParts parts) {
        this.parts = parts;
    }

    /** Writes events in the change that makes them true. */
    public static void add(Statements sql, List<HistoryEntry> entries) {
        if (entries.isEmpty()) return;
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (HistoryEntry entry : entries) {
            Holding before = entry.before();
            rows.add(new @Nullable Object[] {
                before.export().value(),
                before.path().bytes(),
                KeyHash.of(before.path().bytes()),
                before.dataset(),
                entry.event().code(),
                entry.at().toEpochMilli(),
                Statements.cut(entry.by(), BY_LENGTH_MAX),
                Statements.cut(entry.reason(), REASON_LENGTH_MAX),
                before.state().code(),
                before.size(),
                before.modified().getEpochSecond(),
                before.modified().getNano(),
                text(before.digests())
            });
        }
        sql.batch(
                "INSERT INTO holding_history (export, path, path_hash, dataset, event, at_ms, by_whom, reason, state, size,"
                        + " modified_s, modified_ns, known) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                rows);
    }

    /**
     * Returns the events of one place, the oldest first.
     *
     * @param after how many to pass over
     */
    public List<HistoryEntry> of(ExportName export, StorePath path, int after, int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM holding_history WHERE export = ? AND path_hash = ? AND path = ? ORDER BY history_no LIMIT ? OFFSET ?",
                (row, at) -> entry(row),
                export.value(),
                KeyHash.of(path.bytes()),
                path.bytes(),
                CatalogParts.checkedRows(rowsMax),
                after));
    }

    /** Returns who last wrote or accepted other bytes at a place, also a job that put the old ones into the quarantine; null if nobody did since the file became known. */
    public @Nullable String lastWriter(ExportName export, StorePath path) {
        return parts
                .read(sql -> sql.list(
                        "SELECT by_whom FROM holding_history WHERE export = ? AND path_hash = ? AND path = ?"
                                + " AND (event IN (?, ?) OR (event = ? AND by_whom LIKE 'job-%'))"
                                + " ORDER BY history_no DESC LIMIT 1",
                        (row, at) -> row.getString(1),
                        export.value(),
                        KeyHash.of(path.bytes()),
                        path.bytes(),
                        HistoryEvent.REPLACED.code(),
                        HistoryEvent.ACCEPTED.code(),
                        HistoryEvent.QUARANTINED.code()))
                .stream()
                .filter(by -> !by.isEmpty())
                .findFirst()
                .orElse(null);
    }

    private static HistoryEntry entry(ResultSet row) throws SQLException {
        Instant at = Instant.ofEpochMilli(row.getLong("at_ms"));
        Holding before = new Holding(
                new ExportName(row.getString("export")),
                StorePath.of(row.getBytes("path")),
                row.getString("dataset"),
                row.getLong("size"),
                Instant.ofEpochSecond(row.getLong("modified_s"), row.getInt("modified_ns")),
                HoldingState.ofCode(row.getInt("state")),
                at,
                digests(row.getString("known")),
                0,
                null,
                null);
        return new HistoryEntry(
                HistoryEvent.ofCode(row.getInt("event")),
                at,
                row.getString("by_whom"),
                row.getString("reason"),
                before);
    }

    private static String text(List<HoldingDigest> digests) {
        List<String> words = new ArrayList<>();
        for (HoldingDigest known : digests) {
            words.add(known.origin().code() + ":" + known.digest().algorithm().code() + ":"
                    + known.digest().hex() + ":" + known.knownAt().toEpochMilli() + asked(known));
        }
        return String.join(" ", words);
    }

    private static String asked(HoldingDigest known) {
        Origin.Asked asked = known.asked();
        return asked == null ? "" : ":" + asked.requests() + ":" + asked.millis();
    }

    private static List<HoldingDigest> digests(String words) {
        List<HoldingDigest> digests = new ArrayList<>();
        if (words.isEmpty()) return digests;
        for (String word : words.split(" ", -1)) {
            String[] parts = word.split(":", -1);
            Checksum digest = Checksum.ofHex(DigestColumns.algorithm(Integer.parseInt(parts[1])), parts[2]);
            digests.add(new HoldingDigest(
                    digest,
                    DigestOrigin.ofCode(Integer.parseInt(parts[0])),
                    Instant.ofEpochMilli(Long.parseLong(parts[3])),
                    parts.length < 6 ? null : new Origin.Asked(Integer.parseInt(parts[4]), Long.parseLong(parts[5]))));
        }
        return digests;
    }
}
