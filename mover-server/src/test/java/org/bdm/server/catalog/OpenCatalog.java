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
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.Committer;
import org.bdm.server.testkit.Offering;

/** A catalog of a test: its clock can be turned, it can be opened again, and it tells of its end. */
public final class OpenCatalog implements AutoCloseable {
    /** What the node of the catalog offers. */
    private static final String[] EXPORTS = {"data", "in"};

    public static final NodeId NODE = new NodeId("a".repeat(64));

    public final CatalogLocation location;
    public final TurnedClock clock = new TurnedClock(Instant.parse("2026-11-20T10:00:00.123Z"));
    public final List<MoverException> fatal = Collections.synchronizedList(new ArrayList<>());
    public Catalog catalog;

    private OpenCatalog(CatalogLocation location) {
        this.location = location;
    }

    public static OpenCatalog at(CatalogLocation location) {
        return with(location, UnaryOperator.identity());
    }

    public static OpenCatalog with(CatalogLocation location, UnaryOperator<DataSource> seam) {
        OpenCatalog open = new OpenCatalog(location);
        open.catalog = Offering.at(Catalog.open(location, open.settings(NODE), seam), EXPORTS);
        return open;
    }

    public CatalogSettings settings(NodeId node) {
        return new CatalogSettings(node, clock, fatal::add);
    }

    public void reopen() {
        catalog.close();
        catalog = Offering.at(Catalog.open(location, settings(NODE)), EXPORTS);
    }

    public CatalogDatabase database() {
        return catalog.database();
    }

    public Committer committer() {
        return catalog.committer();
    }

    @Override
    public void close() {
        catalog.close();
    }
}
