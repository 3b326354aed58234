package org.bdm.extension.demo;

import java.nio.file.Path;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.demo.DemoData;
import org.bdm.server.demo.DemoSettings;

/** Demo data that are made of a seed. */
public final class MadeUpData implements DemoData {
    /** Made by the loader of services. */
    public MadeUpData() {}

    @Override
    public void make(Path home, CatalogLocation location, CatalogSettings opening, DemoSettings settings) {
        DemoCatalog.make(home, location, opening, settings);
    }

    @Override
    public Life life(Parts parts) {
        return new DemoWorker(parts);
    }
}
