package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
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
import org.bdm.core.source.http.node.NodeHistory;
import org.bdm.core.source.http.node.NodeView;
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
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
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
import org.bdm.server.tape.StagedFiles;
import org.bdm.server.testkit.Offering;
import org.bdm.server.testkit.TestSources;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What a server remembers of data nodes over weeks and restarts: real sessions, catalog and connections, and a turned clock. */
class DataNodesOverDaysTest {
    private static final byte[] BYTES = "CDF\1 some bytes".getBytes(StandardCharsets.ISO_8859_1);
    private static final OwnSite OWN = new OwnSite(new SiteName("b"), new NodeId("a".repeat(64)), "127.0.0.1:1");
    private static final int BLOCKS = 8;
    private static final JobSettings SETTINGS =
            JobSettingsBuilder.builder().reuse(Reuse.OFF).build();

    @TempDir
    Path directory;

    private final TurnedClock clock = new TurnedClock();
    private final FakeDataNode node = new FakeDataNode();
    private final MemoryStore destination = new MemoryStore();
    private int jobs;
    private Running running;

    /** All parts of a process that take part. */
    private final class Running implements AutoCloseable {
        private final Catalog catalog;
        private final DataNodes nodes;
        private final ThreadedFileHasher hasher = new ThreadedFileHasher(1, 8);
        private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(4);
        private final JobScheduler scheduler;

        Running() {
            catalog = Offering.at(
                    Catalog.open(
                            TestDatabase.preparedBelow(directory, OWN.node()),
                            new CatalogSettings(OWN.node(), clock, fatal -> {})),
                    "in");
            ServerOptions options = new ServerOptions();
            new CommandLine(options).parseArgs("--site", "b", "--allow-host", node.authority());
            ServerSettings settings = ServerSettings.of(options, Map.of("HOME", directory.toString()));
            BlockCache cache = new BlockCache(BLOCKS, 1 << 16);
            Openings openings = new Openings(catalog, OWN.name(), clock);
            LinkFlows links = new LinkFlows(OWN.name(), 1, () -> 1, System::nanoTime);
            nodes = new DataNodes(
                    settings,
                    catalog,
                    links,
                    cache.share(new CacheQuota("receiving", 0, BLOCKS)),
                    threads,
                    clock,
                    new Random(1));
            LocalExports exports =
                    new LocalExports(List.of(new LocalExports.Export(new ExportName("in"), "memory", destination)));
            BucketDestinations buckets =
                    new BucketDestinations(catalog, exports, MemoryStore::new, StoreWait.asleep(clock), () -> "0");
            FetchSessions sessions = new FetchSessions(
                    OWN,
                    new FetchSessions.Inside(exports, buckets),
                    new FetchSessions.Outside(new TestSources(), nodes, links, StagedFiles.none()),
                    hasher,
                    WriterSettings.DEFAULT,
                    new FetchRuntime(threads, threads, clock, System::nanoTime, new Random(1)),
                    catalog);
            scheduler = new JobScheduler(
                    catalog,
                    clock,
                    List.of(
                            new IntakeWorker(new IntakeParts(
                                    catalog, new TestSources(), nodes, exports, openings, clock, System::nanoTime)),
                            new DispatchWorker(
                                    new DispatchParts(
                                            catalog,
                                            sessions,
                                            OWN,
                                            new FetchSessions.Inside(exports, buckets),
                                            new LiveJobs(1),
                                            links,
                                            openings,
                                            clock,
                                            System::nanoTime),
                                    4)),
                    unused -> "{}");
            scheduler.start();
        }

        /** What becomes of a file that is at these addresses, in a job of its own. */
        FileRow fetch(URI... locations) {
            return fetch(BYTES.length, locations);
        }

        FileRow fetch(int size, URI... locations) {
            List<ItemCopy> copies = Arrays.stream(locations)
                    .map(location -> new ItemCopy(location.toString(), 0))
                    .toList();
            String to = "bdm://b/in/" + ++jobs + ".nc";
            SubmittedItem item = new SubmittedItem(copies.get(0).source(), to, false, size, List.of(), null, copies);
            JobRequest request =
                    new JobRequest(JobKind.TREE, "ann", "", 3, 0, KeptSettings.of(SETTINGS), null, null, null);
            JobId job = catalog.submissions()
                    .submit(request, List.of(item), null)
                    .join()
                    .job();
            await().atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> catalog.jobs().find(job).orElseThrow().state().isFinal());
            return catalog.files()
                    .page(new FileQuery(job, null, null, null, 10))
                    .rows()
                    .get(0);
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
        running = new Running();
    }

    @AfterEach
    void close() {
        running.close();
        node.close();
    }

    private void restart() {
        running.close();
        running = new Running();
    }

    private int asked(URI location) {
        return (int) node.requests().stream()
                .filter(request -> request.path().equals(location.getPath()))
                .count();
    }

    private void assertMissing(FileRow file) {
        assertThat(file.state()).isEqualTo(FileState.FAILED);
        assertThat(file.trouble()).isNotNull();
        assertThat(file.trouble().code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND);
    }

    @Test
    void whatIsKnownOfADataNodeOutlivesARestart() {
        byte[] big = Arrays.copyOf(BYTES, 1 << 20);
        assertThat(running.fetch(big.length, node.put("/cmip6/big.nc", big)).state())
                .isEqualTo(FileState.DONE);
        running.nodes.keepHistories();
        NodeView before = running.nodes.nodes().get(0);
        assertThat(before.bytesPerSecond()).isPresent();
        List<NodeHistory> kept = running.catalog.nodeHistories().all();
        assertThat(kept).hasSize(1);
        NodeHistory nothing = new NodeHistory(before.node(), Optional.empty(), Optional.empty());
        running.catalog.nodeHistories().keep(List.of(nothing)).join();
        running.nodes.keepHistories();
        assertThat(running.catalog.nodeHistories().all())
                .as("what has not changed is not written")
                .isEmpty();
        running.catalog.nodeHistories().keep(kept).join();

        restart();
        assertThat(running.nodes.nodes()).as("nobody was asked yet").isEmpty();
        assertMissing(running.fetch(node.url("/cmip6/gone.nc")));
        assertThat(Math.round(running.nodes.nodes().get(0).bytesPerSecond().orElseThrow()))
                .isEqualTo(Math.round(before.bytesPerSecond().orElseThrow()));
    }

    @Test
    void aCopyThatIsMissingForWeeksIsLeftAloneUntilItIsBack() {
        URI gone = node.url("/cmip6/gone.nc");
        for (int occasion = 1; occasion <= 3; occasion++) {
            assertMissing(running.fetch(gone));
            assertThat(asked(gone)).isEqualTo(2 * occasion);
            clock.turn(Duration.ofDays(5));
        }
        restart();
        FileRow third = running.fetch(gone);
        assertMissing(third);
        assertThat(third.trouble().text())
                .contains(gone + " was missing on 3 occasions between 2026-11-20 and 2026-11-30;"
                        + " it is tried again after 2026-12-30");
        assertThat(asked(gone)).as("nobody was asked").isEqualTo(6);

        node.put("/cmip6/gone.nc", BYTES);
        URI other = node.put("/cmip6/other.nc", BYTES);
        assertThat(running.fetch(gone, other).state()).isEqualTo(FileState.DONE);
        assertThat(asked(gone)).as("nor while another copy is there").isEqualTo(6);

        clock.turn(Duration.ofDays(26));
        assertThat(running.fetch(gone).state()).isEqualTo(FileState.DONE);
        await().until(() ->
                running.catalog.missingCopies().of(List.of(gone.toString())).isEmpty());
    }
}
