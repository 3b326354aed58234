package org.bdm.server.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import org.bdm.server.catalog.job.JobFigures;

/** The figures of the whole site, as they were read last. */
record SiteMeters(Refreshed<SiteFigures> figures, InstantSource clock) implements MeterSource {
    @Override
    public void addTo(MeterSamples samples) {
        figures.value().ifPresent(read -> add(read, samples));
    }

    private void add(SiteFigures read, MeterSamples samples) {
        JobFigures jobs = read.jobs();
        jobs.byState().forEach((state, number) -> samples.add(DeclaredMeter.SITE_JOBS, number, state.name()));
        jobs.pausedByReason().forEach((reason, number) -> samples.add(DeclaredMeter.SITE_PAUSED_JOBS, number, reason));
        Instant oldest = jobs.oldestWaitingAt();
        double waits = oldest == null
                ? 0
                : Math.max(0, Duration.between(oldest, clock.instant()).toMillis() / 1e3);
        samples.add(DeclaredMeter.SITE_OLDEST_WAITING, waits);
        samples.add(DeclaredMeter.SITE_OPEN_FILES, jobs.open().files());
        samples.add(DeclaredMeter.SITE_OPEN_BYTES, jobs.open().bytes());
        samples.add(DeclaredMeter.SITE_WAITING_FILES, jobs.waitingFiles());
        read.nodes().forEach((state, number) -> samples.add(DeclaredMeter.SITE_NODES, number, state.name()));
        read.leases()
                .forEach((kind, number) -> samples.add(
                        DeclaredMeter.SITE_LEASES, number, kind.name().toLowerCase(Locale.ROOT)));
        samples.add(DeclaredMeter.SITE_CATALOG_BYTES, read.catalogBytes());
    }
}
