package org.bdm.server.dispatch;

import java.time.Clock;
import java.time.Duration;
import org.bdm.server.access.LocalExports;
import org.bdm.server.access.OwnSite;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.progress.LiveJobs;
import org.bdm.server.scheduler.SettingsJson;

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
