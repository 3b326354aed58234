package org.bdm.server.catalog.site;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.destination.object.StoreManners;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Statements;

/** The manners that stores of objects have shown. Any thread that may block. */
public final class MannersRows {
    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public MannersRows(CatalogParts parts) {
        this.parts = parts;
    }

    /** Returns what the bucket at this address has shown; empty if it was not asked. */
    public Optional<StoreManners> of(String address) {
        return parts.read(sql -> sql.one(
                "SELECT manners FROM store_manners WHERE address = ?",
                (row, at) -> StoreManners.parse(row.getString(1)),
                Statements.cut(address, 1000)));
    }

    /** Keeps what it has shown, in the place of what was known before. */
    public CompletableFuture<Integer> put(String address, StoreManners manners) {
        String key = Statements.cut(address, 1000);
        return parts.write(1, work -> {
            work.sql().update("DELETE FROM store_manners WHERE address = ?", key);
            return work.sql()
                    .update(
                            "INSERT INTO store_manners (address, manners, asked_at) VALUES (?, ?, ?)",
                            key,
                            manners.text(),
                            work.now());
        });
    }
}
