package org.bdm.extension.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogExpectation;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.demo.DemoHome;
import org.bdm.server.demo.DemoSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the catalog of a new home and fills it: the same parameters give the same rows, but for what hangs on the key of the home. */
final class DemoCatalog {
    private static final Logger LOG = LoggerFactory.getLogger(DemoCatalog.class);

    /** Duties that stay with a node of the catalog alone, so that no policy runs, no campaign asks a site and no hook is called. */
    private static final List<String> IDLE_DUTIES = List.of("campaigns", "policies", "scrub", "hooks", "subscriptions");

    private static final Duration MONTH = Duration.ofDays(30);

    private DemoCatalog() {}

    /**
     * Makes and fills it. Takes about a minute for two million files; begins anew if it was interrupted.
     *
     * @param home that is marked
     * @param opening settings for a catalog that may be begun
     */
    static void make(Path home, CatalogLocation location, CatalogSettings opening, DemoSettings settings) {
        DemoProgress progress = new DemoProgress(LOG::info, System::nanoTime);
        progress.begins(settings.size());
        DemoHome.begin(home, location.file().orElseThrow(), settings.toString());
        try (Catalog made = Catalog.open(location, opening)) {
            DemoAudit.write(made, settings);
        }
        long rows;
        try (CatalogDatabase database = CatalogDatabase.openAlone(location, CatalogExpectation.THERE)) {
            rows = fill(new DemoRows(database, progress), settings);
            database.force();
        }
        progress.ends(rows);
    }

    private static long fill(DemoRows rows, DemoSettings settings) {
        DemoEvents events = new DemoEvents();
        List<DemoDataset> datasets = DemoDatasets.of(settings);
        List<DemoJob> jobs = DemoPlan.of(settings);
        new DemoSites(rows, settings).write();
        new DemoReplicaSets(rows, settings).write(datasets);
        List<DemoHolding> holdings = new DemoHoldings(rows, settings).write(datasets);
        new DemoJobs(rows, settings, events, datasets).write(jobs);
        new DemoPeople(rows, settings)
                .write(jobs.stream()
                        .filter(job -> job.state() == JobState.PARTIAL || job.state() == JobState.FAILED)
                        .toList());
        List<DemoJob> sets = jobs.stream()
                .filter(job -> job.kind() == JobKind.REPLICA_SET && job.files() > 0)
                .toList();
        new DemoWishes(rows, settings, datasets).write(sets);
        new DemoCampaigns(rows, settings).write();
        new DemoRates(rows, settings).writeLinks();
        new DemoCare(rows, settings, holdings).write(sets.get(0));
        tell(events, datasets, settings.now());
        events.write(rows);
        long until = settings.now().plus(Duration.ofDays(36_500)).toEpochMilli();
        for (String duty : IDLE_DUTIES) {
            rows.add("duty (name, node_no, run_no, until_ms, number)", duty, 2L, 0L, until, 1L);
        }
        rows.add("shared_version (name, version)", Catalog.DEMO_MARK, settings.seed());
        return rows.finish();
    }

    private static void tell(DemoEvents events, List<DemoDataset> datasets, Instant now) {
        for (int at = 0; at < datasets.size(); at += 40) {
            DemoDataset set = datasets.get(at);
            Instant then = now.minus(MONTH.multipliedBy(at + 7L).dividedBy(datasets.size() + 7L));
            if (set.isRetracted())
                events.ofSite(then, "DATASET_RETRACTED", set.id() + ": esgf-west says that it was retracted");
            else events.ofSite(then, "NEW_DATASET", set.id() + " is published");
        }
    }
}
