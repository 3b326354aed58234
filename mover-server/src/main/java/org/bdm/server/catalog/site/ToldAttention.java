package org.bdm.server.catalog.site;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bdm.server.catalog.db.CatalogParts;

/** The items of attention that were told as an event, so that each is told once, over restarts and nodes. */
public final class ToldAttention {
    private static final int ROWS_MAX = 10_000;

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public ToldAttention(CatalogParts parts) {
        this.parts = parts;
    }

    /** Returns the codes with which items were told, by item. */
    public Map<String, String> all() {
        Map<String, String> told = new HashMap<>();
        parts.read(sql -> sql.list(
                        "SELECT item, code FROM attention_told ORDER BY item LIMIT " + ROWS_MAX,
                        (row, at) -> Map.entry(row.getString(1), row.getString(2))))
                .forEach(row -> told.put(row.getKey(), row.getValue()));
        return told;
    }

    /** Keeps that an item was told. */
    public CompletableFuture<Void> told(String item, String code) {
        return parts.write(2, work -> {
            work.sql().update("DELETE FROM attention_told WHERE item = ?", item);
            work.sql()
                    .update(
                            "INSERT INTO attention_told (item, code, told_ms) VALUES (?, ?, ?)",
                            item,
                            code,
                            work.now().toEpochMilli());
            return null;
        });
    }

    /** Forgets items that are settled: if they come back they are told again. */
    public CompletableFuture<Void> forget(List<String> items) {
        List<String> settled = List.copyOf(items);
        return parts.write(1 + settled.size(), work -> {
            for (String item : settled) work.sql().update("DELETE FROM attention_told WHERE item = ?", item);
            return null;
        });
    }
}
