package org.bdm.server.job.run;

import java.time.Clock;
import java.time.Duration;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.job.schedule.SettingsJson;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;

/** The parts that running jobs work with. */
public record DispatchParts(
        Catalog catalog,
        SessionFactory sessions,
        OwnSite own,
        LocalExports exports,
        SettingsJson settings,
        LiveJobs live,
        Clock clock) {
    static final Duration LEASE = Duration.ofSeconds(30);
}
