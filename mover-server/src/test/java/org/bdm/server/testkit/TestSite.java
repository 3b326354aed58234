package org.bdm.server.testkit;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.bdm.core.destination.object.StoreWait;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.ChunkOrder;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.JobSettings.Reuse;
import org.bdm.server.catalog.settings.JobSettings.SymbolicLinks;
import org.bdm.server.catalog.settings.JobSettings.SyncLevel;
import org.bdm.server.catalog.settings.JobSettingsBuilder;
import org.bdm.server.catalog.settings.KeptSettings;
import org.bdm.server.job.bucket.AskedStores;
import org.bdm.server.job.bucket.BucketDestinations;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.job.listing.IntakeParts;
import org.bdm.server.job.listing.IntakeWorker;
import org.bdm.server.job.progress.EndReports;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.job.run.DispatchParts;
import org.bdm.server.job.run.DispatchWorker;
import org.bdm.server.job.run.FetchSessions;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.job.schedule.ReopenedJobs;
import org.bdm.server.job.schedule.Worker;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.opening.Openings;
import org.jspecify.annotations.Nullable;

/** A destination site "b" with the export "in": real catalog, scheduler and workers; sources and sessions of a test. */
public final class TestSite implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final NodeId NODE = new NodeId("a".repeat(64));
    private static final OwnSite OWN = new OwnSite(new SiteName("b"), NODE, "127.0.0.1:1");

    /** Turned by tests. */
    public final TurnedClock clock = new TurnedClock();

    public final TestSources sources = new TestSources();
    public final TestWeb web = new TestWeb();
    public final TestSessions sessions = new TestSessions();
    public final LiveJobs live = new LiveJobs(1);
    public final LinkFlows links = new LinkFlows(OWN.name(), 1, () -> 1, System::nanoTime);
    public final MemoryStore destination = new MemoryStore();
    public final LocalExports exports;

    private final CatalogLocation location;
    public Catalog catalog;
    public Openings openings;
    public JobScheduler scheduler;
    private boolean lists = true;
    private boolean moves = true;
    private boolean isStarted;

    /** With its catalog below this directory; nothing runs yet. */
    public TestSite(Path directory) {
        this(directory, null);
    }

    /** The same, whose export is this bucket; null for the {@link #destination}. */
    public TestSite(Path directory, @Nullable ObjectStore bucket) {
        exports = new LocalExports(List.of(
                new LocalExports.Export(new ExportName("in"), "memory", bucket == null ? destination : bucket)));
        location = TestDatabase.preparedBelow(directory, NODE);
        catalog = open();
        openings = new Openings(catalog, OWN.name(), clock);
        scheduler = new JobScheduler(catalog, clock, workers(), new EndReports(catalog, live)::jsonIfEndedNow);
    }

    /** The rules of places have changed; the scheduler hears of it as in the server. */
    public void rulesChanged() {
        openings.pass();
        new ReopenedJobs(catalog, scheduler).run();
    }

    private Catalog open() {
        return Offering.at(Catalog.open(location, new CatalogSettings(NODE, clock, reason -> {})), "in");
    }

    private List<Worker> workers() {
        List<Worker> workers = new ArrayList<>();
        if (lists) workers.add(new IntakeWorker(intake()));
        if (moves) workers.add(new DispatchWorker(dispatch(), 4));
        return workers;
    }

    public IntakeParts intake() {
        return new IntakeParts(catalog, sources, web, exports, openings, clock, System::nanoTime);
    }

    public DispatchParts dispatch() {
        return new DispatchParts(
                catalog,
                sessions,
                OWN,
                new FetchSessions.Inside(exports, buckets()),
                live,
                links,
                openings,
                clock,
                System::nanoTime);
    }

    /** What stores have shown to this site. */
    public AskedStores stores() {
        return new AskedStores(catalog, new StoreWait(clock, clock::turn), () -> "0");
    }

    /** Exports of the site that are buckets: none, unless a test adds one. */
    public BucketDestinations buckets() {
        return new BucketDestinations(catalog, exports, MemoryStore::new, StoreWait.asleep(clock), () -> "0");
    }

    /** Only lists. */
    public TestSite listingOnly() {
        moves = false;
        scheduler = new JobScheduler(catalog, clock, workers(), new EndReports(catalog, live)::jsonIfEndedNow);
        return this;
    }

    /** Lets the scheduler run. */
    public TestSite start() {
        scheduler.start();
        isStarted = true;
        return this;
    }

    /** Stops what runs, in order. */
    public void stop() throws Exception {
        scheduler.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
        scheduler.close();
    }

    /** As when the process dies, and starts again: what runs loses its catalog. */
    public void crashAndStart() {
        scheduler.close();
        catalog.close();
        catalog = open();
        openings = new Openings(catalog, OWN.name(), clock);
        openings.pass();
        scheduler = new JobScheduler(catalog, clock, workers(), new EndReports(catalog, live)::jsonIfEndedNow);
        scheduler.start();
    }

    @Override
    public void close() {
        scheduler
                .stop()
                .toCompletableFuture()
                .completeOnTimeout(null, 5, TimeUnit.SECONDS)
                .join();
        scheduler.close();
        sessions.close();
        catalog.close();
    }

    /** Options of a job, with defaults for what a test does not say. */
    public static final class Options {
        public SyncLevel syncLevel = SyncLevel.MTIME;
        public ConflictPolicy onConflict = ConflictPolicy.SKIP;
        public ChunkOrder order = ChunkOrder.LISTED;
        public SymbolicLinks symlinks = SymbolicLinks.KEEP;
        public List<String> include = List.of();
        public List<String> exclude = List.of();
        public int priority = 3;
        public String owner = "ann";
        public Reuse reuse = Reuse.OFF;
        public List<String> alsoAt = List.of();
        public Boolean mirrors;
        public JobSettings.OnNoSpace onNoSpace = JobSettings.OnNoSpace.PAUSE;
        public JobSettings.HardLinkNames hardLinks = JobSettings.HardLinkNames.COPY;

        JobSettings settings() {
            return JobSettingsBuilder.builder()
                    .syncLevel(syncLevel)
                    .onConflict(onConflict)
                    .symlinks(symlinks)
                    .include(include)
                    .exclude(exclude)
                    .reuse(reuse)
                    .alsoAt(alsoAt)
                    .delete(mirrors)
                    .order(order)
                    .onNoSpace(onNoSpace)
                    .hardLinks(hardLinks)
                    .build();
        }
    }

    /** The tree of site "a" to the root of the export. */
    public JobId submitTree() {
        return submitTree(new Options());
    }

    /** The tree of site "a" to the directory "tree" of the export. */
    public JobId submitTree(Options options) {
        return submit(options, tree("a", "bdm://b/in/tree"));
    }

    /** An item for a tree. */
    public static SubmittedItem tree(String site, String destination) {
        return new SubmittedItem("bdm://" + site + "/data", destination, true, SubmittedItem.SIZE_UNKNOWN, List.of());
    }

    /** An item for a file. */
    public static SubmittedItem file(String site, String path) {
        return new SubmittedItem(
                "bdm://" + site + "/data/" + path,
                "bdm://b/in/" + site + "/" + path,
                false,
                SubmittedItem.SIZE_UNKNOWN,
                List.of());
    }

    /** A job of these items. */
    public JobId submit(Options options, SubmittedItem... items) {
        JobRequest request = new JobRequest(
                JobKind.TREE,
                options.owner,
                "",
                options.priority,
                0,
                KeptSettings.of(options.settings()),
                null,
                destination(options, items),
                null);
        JobId job = catalog.submissions()
                .submit(request, List.of(items), null)
                .join()
                .job();
        if (isStarted) scheduler.wake(); // as the server does
        return job;
    }

    private static String destination(Options options, SubmittedItem... items) {
        if (options.mirrors != null) return items[0].destination();
        return options.alsoAt.isEmpty() ? null : "bdm://b/in";
    }

    public Job job(JobId job) {
        return catalog.jobs().find(job).orElseThrow();
    }

    /** Waits until the job is so. */
    public Job when(JobId job, Predicate<Job> isSo) {
        return await().atMost(SOON).pollInterval(Duration.ofMillis(20)).until(() -> job(job), isSo);
    }

    /** Waits for one of these states. */
    public Job when(JobId job, JobState... states) {
        return when(job, found -> List.of(states).contains(found.state()));
    }

    /** Waits for the end, or a pause. */
    public Job ended(JobId job) {
        return when(job, found -> found.state().isFinal() || found.state() == JobState.PAUSED);
    }

    /** Waits until all is listed. */
    public Job listed(JobId job) {
        return when(job, Job::listingComplete);
    }

    /** All files of a job. */
    public List<FileRow> files(JobId job) {
        List<FileRow> all = new ArrayList<>();
        String cursor = null;
        do {
            RowPage<FileRow> page = catalog.files().page(new FileQuery(job, null, null, cursor, 1000));
            all.addAll(page.rows());
            cursor = page.nextCursor();
        } while (cursor != null);
        return all;
    }

    /** States by path, with the code of those that failed or wait. */
    public Map<String, String> states(JobId job) {
        Map<String, String> states = new TreeMap<>();
        for (FileRow row : files(job)) {
            String state = row.state()
                    + (row.trouble() == null ? "" : "(" + row.trouble().code() + ")");
            String before = states.put(row.path().shown(), state);
            if (before != null) throw new AssertionError(row.path() + " is there twice");
        }
        return states;
    }

    /** How many files of a job are in a state. */
    public long count(JobId job, FileState state) {
        return catalog.jobs().counts(job).in(state).files();
    }
}
