package org.bdm.server.app;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.node.Duties;
import org.bdm.server.job.progress.ProgressExchange;
import org.bdm.server.site.access.TrustWatch;
import org.bdm.server.upkeep.Retention;
import org.bdm.server.upkeep.SharedDuty;
import org.bdm.server.upkeep.Upkeep;

/** Everything that a process does by time. What concerns the whole site is a duty: one of its nodes does it. */
final class SiteUpkeep implements AutoCloseable {
    private static final long POLICIES_EVERY_SECONDS = 60;
    private static final long HISTORIES_EVERY_SECONDS = 60;
    private static final long WORK_AREAS_EVERY_SECONDS = 10;
    private static final long PROGRESS_EVERY_SECONDS = 2;
    private static final long TRUST_EVERY_MILLIS = 400;
    private static final long SEALED_EVERY_SECONDS = 3_600;
    private static final long RETENTION_EVERY_SECONDS = 3_600;
    private static final long PARTITIONS_EVERY_SECONDS = 10;
    private static final Duration DUTY_LONGEST = Duration.ofMinutes(3);

    private final Duties duties;
    private final List<Upkeep> running = new ArrayList<>();

    SiteUpkeep(Catalog catalog) {
        this.duties = catalog.duties();
    }

    /** Before jobs run: what ended jobs left at the destination goes. */
    void ofWorkAreas(Runnable sweep) {
        start(new Upkeep("work-areas", WORK_AREAS_EVERY_SECONDS, sweep));
    }

    /** For a process whose trust others may change. */
    void ofTrust(TrustWatch trust) {
        start(Upkeep.everyMillis("trust", TRUST_EVERY_MILLIS, trust::look));
    }

    /**
     * When all parts are there.
     *
     * @param settings how long what is kept, and whether other processes have the catalog too
     */
    void ofParts(WebServer.Parts made, DataNodes dataNodes, Clock clock, ServerSettings settings) {
        duty("audit-seals", SEALED_EVERY_SECONDS, made.callers().seals()::seal);
        duty("policies", POLICIES_EVERY_SECONDS, made.replicas().policies()::pass);
        Retention retention = new Retention(made.catalog(), made.removals(), settings.keptFor(), clock);
        duty("retention", RETENTION_EVERY_SECONDS, retention::pass);
        start(new Upkeep("data-nodes", HISTORIES_EVERY_SECONDS, dataNodes::keepHistories));
        if (!settings.sharesCatalog()) return;
        duty("partitions", PARTITIONS_EVERY_SECONDS, made.catalog().filePartitions()::prepare);
        ProgressExchange progress = new ProgressExchange(made.catalog(), made.live());
        start(new Upkeep("progress", PROGRESS_EVERY_SECONDS, progress::pass));
    }

    private void duty(String name, long everySeconds, Runnable pass) {
        start(new Upkeep(name, everySeconds, new SharedDuty(duties, name, DUTY_LONGEST, pass)));
    }

    private void start(Upkeep upkeep) {
        running.add(0, upkeep);
        upkeep.start();
    }

    /** Last started first. */
    @Override
    public void close() {
        running.forEach(Upkeep::close);
    }
}
