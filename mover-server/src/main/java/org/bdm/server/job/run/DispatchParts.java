package org.bdm.server.job.run;

import java.time.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.job.bucket.BucketDestinations;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.job.space.SpaceParts;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.opening.Openings;

/**
 * The parts that running jobs work with.
 *
 * @param nanoTime monotonic clock, in nanoseconds: how long a lease is safe without asking the catalog
 */
public record DispatchParts(
        Catalog catalog,
        SessionFactory sessions,
        OwnSite own,
        FetchSessions.Inside inside,
        LiveJobs live,
        LinkFlows links,
        Openings openings,
        Clock clock,
        LongSupplier nanoTime) {
    static final Duration LEASE = Duration.ofSeconds(30);

    /** The exports of this process. */
    public LocalExports exports() {
        return inside.exports();
    }

    BucketDestinations buckets() {
        return inside.buckets();
    }

    SpaceParts space() {
        return new SpaceParts(catalog, exports(), live, clock);
    }
}
