package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.destination.object.StoreWait;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fetch.FetchRuntime;
import org.bdm.core.hasher.ThreadedFileHasher;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.http.FakeDataNode;
import org.bdm.core.source.http.FakeFile;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.core.transfer.FileState;
import org.bdm.core.writer.WriterSettings;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.JobSettings.Reuse;
import org.bdm.server.catalog.settings.JobSettingsBuilder;
import org.bdm.server.catalog.settings.KeptSettings;
import org.bdm.server.job.bucket.BucketDestinations;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.job.listing.IntakeParts;
import org.bdm.server.job.listing.IntakeWorker;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.job.run.DispatchParts;
import org.bdm.server.job.run.DispatchWorker;
import org.bdm.server.job.run.FetchSessions;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.opening.Openings;
import org.bdm.server.tape.FakeTapeService;
import org.bdm.server.tape.FakeTapeService.Dialect;
import org.bdm.server.testkit.Offering;
import org.bdm.server.testkit.TestSources;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Jobs of files that are on tape: real sessions, catalog and connections, and a turned clock. The data node
 * answers 404 to what is not on disk, as XRootD does.
 */
abstract class JobsFromTape {
    static final OwnSite OWN = new OwnSite(new SiteName("b"), new NodeId("a".repeat(64)), "127.0.0.1:1");
    static final int BLOCKS = 8;
    static final JobSettings SETTINGS =
            JobSettingsBuilder.builder().reuse(Reuse.OFF).build();
    static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    final TurnedClock clock = new TurnedClock();
    final FakeDataNode node = new FakeDataNode();
    final FakeDataNode other = new FakeDataNode();
    final MemoryStore destination = new MemoryStore();
    FakeTapeService tape;
    String settings = "staging=tape-rest";
    Running running;
    final List<JobId> submitted = new ArrayList<>();

    /** All parts of a process that take part; the pass over the tapes is made by the test. */
    final class Running implements AutoCloseable {
        final Catalog catalog;
        final DataNodes nodes;
        final ThreadedFileHasher hasher = new ThreadedFileHasher(1, 8);
        final ScheduledExecutorService threads = Executors.newScheduledThreadPool(4);
        final JobScheduler scheduler;

        Running() {
            catalog = Offering.at(
                    Catalog.open(
                            TestDatabase.preparedBelow(directory, OWN.node()),
                            new CatalogSettings(OWN.node(), clock, fatal -> {})),
                    "in");
            ServerOptions options = new ServerOptions();
            List<String> arguments = new ArrayList<>(List.of("--site", "b"));
            for (String host : List.of(node.authority(), other.authority(), tape.authority()))
                arguments.addAll(List.of("--allow-host", host));
            if (!settings.isEmpty()) arguments.addAll(List.of("--data-node", node.authority() + "=" + settings));
            new CommandLine(options).parseArgs(arguments.toArray(String[]::new));
            ServerSettings read = ServerSettings.of(options, Map.of("HOME", directory.toString()));
            BlockCache cache = new BlockCache(BLOCKS, 1 << 16);
            Openings openings = new Openings(catalog, OWN.name(), clock);
            LinkFlows links = new LinkFlows(OWN.name(), 1, () -> 1, System::nanoTime);
            nodes = new DataNodes(
                    read,
                    catalog,
                    links,
                    cache.share(new CacheQuota("receiving", 0, BLOCKS)),
                    threads,
                    clock,
                    new Random(1));
            LocalExports exports =
                    new LocalExports(List.of(new LocalExports.Export(new ExportName("in"), "memory", destination)));
            FetchSessions.Inside inside = new FetchSessions.Inside(
                    exports,
                    new BucketDestinations(catalog, exports, MemoryStore::new, StoreWait.asleep(clock), () -> "0"));
            FetchSessions sessions = new FetchSessions(
                    OWN,
                    inside,
                    new FetchSessions.Outside(
                            new TestSources(), nodes, links, nodes.tapes().stagedFiles()),
                    hasher,
                    WriterSettings.DEFAULT,
                    new FetchRuntime(threads, threads, clock, System::nanoTime, new Random(1)),
                    catalog);
            IntakeParts intake =
                    new IntakeParts(catalog, new TestSources(), nodes, exports, openings, clock, System::nanoTime);
            DispatchParts dispatch = new DispatchParts(
                    catalog, sessions, OWN, inside, new LiveJobs(1), links, openings, clock, System::nanoTime);
            scheduler = new JobScheduler(
                    catalog, clock, List.of(new IntakeWorker(intake), new DispatchWorker(dispatch, 4)), unused -> "{}");
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
            nodes.close();
            hasher.close();
            threads.shutdownNow();
            catalog.close();
        }
    }

    @BeforeEach
    void open() {
        speak(Dialect.XROOTD); // the one that can lose a file
    }

    void speak(Dialect dialect) {
        if (tape != null) tape.close();
        tape = new FakeTapeService(dialect);
        node.put("/.well-known/wlcg-tape-rest-api", tape.discovery());
        node.serve(path -> tape.isOnDisk(path) ? Optional.of(FakeFile.of(bytes(path))) : Optional.empty());
    }

    @AfterEach
    void close() {
        if (running != null) running.close();
        node.close();
        other.close();
        tape.close();
    }

    void start() {
        running = new Running();
    }

    void restart() {
        running.close();
        running = new Running();
    }

    static byte[] bytes(String path) {
        return Arrays.copyOf(("CDF\1 " + path).getBytes(StandardCharsets.ISO_8859_1), 100);
    }

    String onTape(String name) {
        tape.put("/cmip6/" + name, "TAPE");
        return "/cmip6/" + name;
    }

    JobId submit(String... paths) {
        List<SubmittedItem> items = new ArrayList<>();
        for (String path : paths) items.add(item(path, node.url(path)));
        return submit(items);
    }

    static SubmittedItem item(String path, URI... locations) {
        List<ItemCopy> copies = Arrays.stream(locations)
                .map(location -> new ItemCopy(location.toString(), 0))
                .toList();
        return new SubmittedItem(copies.get(0).source(), "bdm://b/in" + path, false, 100, List.of(), null, copies);
    }

    JobId submit(List<SubmittedItem> items) {
        JobRequest request = new JobRequest(JobKind.TREE, "ann", "", 3, 0, KeptSettings.of(SETTINGS), null, null, null);
        JobId job = running.catalog
                .submissions()
                .submit(request, items, null)
                .join()
                .job();
        submitted.add(job);
        running.scheduler.wake();
        return job;
    }

    List<FileRow> files(JobId job) {
        return running.catalog
                .files()
                .page(new FileQuery(job, null, null, null, 1000))
                .rows();
    }

    Job job(JobId job) {
        return running.catalog.jobs().find(job).orElseThrow();
    }

    void when(JobId job, Predicate<List<FileRow>> isSo) {
        await().atMost(SOON).pollInterval(Duration.ofMillis(20)).until(() -> files(job), isSo);
    }

    /** Until so many files of the job wait for tape. */
    void whenWaiting(JobId job, int count) {
        when(
                job,
                rows -> rows.stream()
                                .filter(row -> row.state() == FileState.WAITING
                                        && row.trouble() != null
                                        && row.trouble().code() == ErrorCode.BEING_STAGED)
                                .count()
                        == count);
    }

    void whenSucceeded(JobId job) {
        await().atMost(SOON).pollInterval(Duration.ofMillis(20)).until(() -> job(job).state(), JobState::isFinal);
        assertThat(job(job).state()).isEqualTo(JobState.SUCCEEDED);
    }

    /** Time passes, and the tapes are looked after; jobs hear of it. */
    void pass() {
        clock.turn(Duration.ofSeconds(20));
        running.scheduler.wake();
        submitted.stream().filter(job -> job(job).state() == JobState.ACTIVE).forEach(this::whenQuiet);
        running.nodes.tapes().pass(() -> true);
        running.scheduler.wake();
    }

    /** What is due was looked at: else a job could miss that a file came to disk until the next pass. */
    void whenQuiet(JobId job) {
        when(
                job,
                rows -> rows.stream()
                        .allMatch(row -> row.state() != FileState.WAITING
                                || row.trouble() == null
                                || row.trouble().notBefore() == null
                                || row.trouble().notBefore().isAfter(clock.instant())));
    }

    long calls(String beginning) {
        return tape.calls().stream().filter(call -> call.startsWith(beginning)).count();
    }

    Optional<FakeFile> served(String raw) {
        String path = URI.create(raw).getPath();
        return tape.isOnDisk(path) ? Optional.of(FakeFile.of(bytes(path))) : Optional.empty();
    }
}
