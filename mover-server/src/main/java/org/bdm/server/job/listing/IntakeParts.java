package org.bdm.server.job.listing;

import java.time.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.SourceConnections;
import org.bdm.server.site.access.WebSources;
import org.bdm.server.site.opening.Openings;

/**
 * The parts that listings work with.
 *
 * @param nanoTime monotonic clock, in nanoseconds: when the lease has to be renewed
 */
public record IntakeParts(
        Catalog catalog,
        SourceConnections sources,
        WebSources web,
        LocalExports exports,
        Openings openings,
        Clock clock,
        LongSupplier nanoTime) {
    static final Duration LEASE = Duration.ofSeconds(30);
}
