package org.bdm.server.demo;

import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Function;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.extension.ExtensionPoint;
import org.bdm.server.extension.Extensions;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.job.schedule.Worker;
import org.bdm.server.site.access.PeerContacts;

/** Makes up a catalog, and lets it look alive. */
public interface DemoData {
    /** The extension that brings it. */
    ExtensionPoint<DemoData> POINT =
            new ExtensionPoint<>(DemoData.class, "demo", "makes up the catalog of --demo-data");

    /**
     * The things that the life of a made-up catalog changes and asks.
     *
     * @param links counts what the made-up transfers take
     * @param contacts is told which sites answer
     * @param reports gives the report of a job that ends, as JSON
     */
    record Parts(
            Catalog catalog,
            LiveJobs live,
            LinkFlows links,
            PeerContacts contacts,
            Clock clock,
            Function<JobId, String> reports) {}

    /** Stands in for the transfers until it is closed: no byte of a file is read or written. */
    interface Life extends Worker, AutoCloseable {
        @Override
        void close();
    }

    /**
     * Makes and fills a catalog. Takes about a minute for two million files; begins anew if it was interrupted.
     *
     * @param home that is marked
     * @param opening settings for a catalog that may be begun
     */
    void make(Path home, CatalogLocation location, CatalogSettings opening, DemoSettings settings);

    /** The one that is installed; UNSUPPORTED if none is. */
    static DemoData of(Extensions extensions) {
        return extensions.need(POINT, "--demo-data");
    }

    /** Begins to keep nodes and sites alive, and to advance the jobs that are ACTIVE. */
    Life life(Parts parts);
}
