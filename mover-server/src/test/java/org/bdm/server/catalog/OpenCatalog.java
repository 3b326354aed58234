package org.bdm.server.catalog;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.testkit.TurnedClock;

/** A catalog of a test: its clock can be turned, it can be opened again, and it tells of its end. */
final class OpenCatalog implements AutoCloseable {
    static final NodeId NODE = new NodeId("a".repeat(64));

    final CatalogLocation location;
    final TurnedClock clock = new TurnedClock(Instant.parse("2026-11-20T10:00:00.123Z"));
    final List<MoverException> fatal = Collections.synchronizedList(new ArrayList<>());
    Catalog catalog;

    private OpenCatalog(CatalogLocation location) {
        this.location = location;
    }

    static OpenCatalog at(CatalogLocation location) {
        return with(location, UnaryOperator.identity());
    }

    static OpenCatalog with(CatalogLocation location, UnaryOperator<DataSource> seam) {
        OpenCatalog open = new OpenCatalog(location);
        open.catalog = Catalog.open(location, open.settings(NODE), seam);
        return open;
    }

    CatalogSettings settings(NodeId node) {
        return new CatalogSettings(node, clock, fatal::add);
    }

    void reopen() {
        catalog.close();
        catalog = Catalog.open(location, settings(NODE));
    }

    @Override
    public void close() {
        catalog.close();
    }
}
