package org.bdm.server.metrics;

import java.util.function.Supplier;
import org.bdm.server.catalog.db.CatalogLoad;

/** The use that this process makes of the catalog; asks the database nothing. */
record CatalogMeters(Supplier<CatalogLoad> load) implements MeterSource {
    @Override
    public void addTo(MeterSamples samples) {
        CatalogLoad now = load.get();
        samples.add(DeclaredMeter.CATALOG_UP, now.isAnswering());
        samples.add(DeclaredMeter.CATALOG_QUEUED_ROWS, now.queuedRows());
        samples.add(DeclaredMeter.CATALOG_QUEUED_ROWS_LIMIT, now.queuedRowsMax());
        samples.add(DeclaredMeter.CATALOG_CHANGES, now.changes());
        samples.add(DeclaredMeter.CATALOG_DURATION, now.commits(), "commit");
        samples.add(DeclaredMeter.CATALOG_DURATION, now.reads(), "read");
        samples.add(DeclaredMeter.CATALOG_DURATION, now.transactions(), "transaction");
        CatalogLoad.Connections connections = now.connections();
        samples.add(DeclaredMeter.CATALOG_CONNECTIONS, connections.busy(), "busy");
        samples.add(DeclaredMeter.CATALOG_CONNECTIONS, connections.idle(), "idle");
        samples.add(DeclaredMeter.CATALOG_CONNECTIONS_LIMIT, connections.most());
        samples.add(DeclaredMeter.CATALOG_WAITING_THREADS, connections.awaited());
    }
}
