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
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.destination.object.StoreWait;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fetch.FetchRuntime;
import org.bdm.core.hasher.ThreadedFileHasher;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.http.FakeAnswer;
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
import org.bdm.server.catalog.job.JobReason;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/**
 * Jobs of files that are on tape: real sessions, catalog and connections, and a turned clock. The data node
 * answers 404 to what is not on disk, as XRootD does.
 */
class FilesFromTapeTest {
    private static final OwnSite OWN = new OwnSite(new SiteName("b"), new NodeId("a".repeat(64)), "127.0.0.1:1");
    private static final int BLOCKS = 8;
    private static final JobSettings SETTINGS =
            JobSettingsBuilder.builder().reuse(Reuse.OFF).build();
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final TurnedClock clock = new TurnedClock();
    private final FakeDataNode node = new FakeDataNode();
    private final FakeDataNode other = new FakeDataNode();
    private final MemoryStore destination = new MemoryStore();
    private FakeTapeService tape;
    private String settings = "staging=tape-rest";
    private Running running;
    private final List<JobId> submitted = new ArrayList<>();

    /** All parts of a process that take part; the pass over the tapes is made by the test. */
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

    private void speak(Dialect dialect) {
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

    private void start() {
        running = new Running();
    }

    private void restart() {
        running.close();
        running = new Running();
    }

    private static byte[] bytes(String path) {
        return Arrays.copyOf(("CDF\1 " + path).getBytes(StandardCharsets.ISO_8859_1), 100);
    }

    private String onTape(String name) {
        tape.put("/cmip6/" + name, "TAPE");
        return "/cmip6/" + name;
    }

    private JobId submit(String... paths) {
        List<SubmittedItem> items = new ArrayList<>();
        for (String path : paths) items.add(item(path, node.url(path)));
        return submit(items);
    }

    private static SubmittedItem item(String path, URI... locations) {
        List<ItemCopy> copies = Arrays.stream(locations)
                .map(location -> new ItemCopy(location.toString(), 0))
                .toList();
        return new SubmittedItem(copies.get(0).source(), "bdm://b/in" + path, false, 100, List.of(), null, copies);
    }

    private JobId submit(List<SubmittedItem> items) {
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

    private List<FileRow> files(JobId job) {
        return running.catalog
                .files()
                .page(new FileQuery(job, null, null, null, 1000))
                .rows();
    }

    private Job job(JobId job) {
        return running.catalog.jobs().find(job).orElseThrow();
    }

    private void when(JobId job, Predicate<List<FileRow>> isSo) {
        await().atMost(SOON).pollInterval(Duration.ofMillis(20)).until(() -> files(job), isSo);
    }

    /** Until so many files of the job wait for tape. */
    private void whenWaiting(JobId job, int count) {
        when(
                job,
                rows -> rows.stream()
                                .filter(row -> row.state() == FileState.WAITING
                                        && row.trouble() != null
                                        && row.trouble().code() == ErrorCode.BEING_STAGED)
                                .count()
                        == count);
    }

    private void whenSucceeded(JobId job) {
        await().atMost(SOON).pollInterval(Duration.ofMillis(20)).until(() -> job(job).state(), JobState::isFinal);
        assertThat(job(job).state()).isEqualTo(JobState.SUCCEEDED);
    }

    /** Time passes, and the tapes are looked after; jobs hear of it. */
    private void pass() {
        clock.turn(Duration.ofSeconds(20));
        running.scheduler.wake();
        submitted.stream().filter(job -> job(job).state() == JobState.ACTIVE).forEach(this::whenQuiet);
        running.nodes.tapes().pass(() -> true);
        running.scheduler.wake();
    }

    /** What is due was looked at: else a job could miss that a file came to disk until the next pass. */
    private void whenQuiet(JobId job) {
        when(
                job,
                rows -> rows.stream()
                        .allMatch(row -> row.state() != FileState.WAITING
                                || row.trouble() == null
                                || row.trouble().notBefore() == null
                                || row.trouble().notBefore().isAfter(clock.instant())));
    }

    private long calls(String beginning) {
        return tape.calls().stream().filter(call -> call.startsWith(beginning)).count();
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void filesAreAskedForInOneBulkAsListedComeWhenTheyAreThereAndAreReleasedWhenTheyAreVerified(Dialect dialect) {
        speak(dialect);
        start();
        String[] paths = {onTape("c.nc"), onTape("a #1.nc"), onTape("b.nc")};
        List<SubmittedItem> items = new ArrayList<>();
        for (String path : paths)
            items.add(item(
                    "/" + path.hashCode(), node.url(path.replace(" ", "%20").replace("#", "%23"))));
        node.serve(path -> served(path));
        JobId job = submit(items);
        whenWaiting(job, 3);
        assertThat(node.requests())
                .as("nothing is read from tape blindly")
                .allMatch(request -> request.path().startsWith("/.well-known"));
        pass();
        assertThat(tape.staged()).containsExactly(List.of(paths));
        assertThat(files(job).get(0).effort().attempts()).isZero();

        tape.arrive(paths[0], paths[1]);
        pass();
        when(
                job,
                rows -> rows.stream()
                                .filter(row -> row.state() == FileState.DONE)
                                .count()
                        == 2);
        assertThat(tape.released()).as("not by reading").isEmpty();
        pass();
        assertThat(tape.released()).containsExactlyInAnyOrder(paths[0], paths[1]);

        tape.arrive(paths[2]);
        clock.turn(Duration.ofMinutes(10));
        pass();
        whenSucceeded(job);
        pass();
        assertThat(tape.released()).contains(paths[2]).hasSize(3);
        assertThat(calls("POST /stage ")).isEqualTo(1);
        assertThat(running.catalog.tapeRecalls().origins())
                .as("nothing is left")
                .isEmpty();
    }

    private Optional<FakeFile> served(String raw) {
        String path = URI.create(raw).getPath();
        return tape.isOnDisk(path) ? Optional.of(FakeFile.of(bytes(path))) : Optional.empty();
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void whatWeDidNotBringFromTapeIsNeverReleased(Dialect dialect) {
        speak(dialect);
        start();
        tape.put("/cmip6/disk.nc", "DISK");
        tape.put("/cmip6/both.nc", "DISK_AND_TAPE");
        String byOthers = onTape("others.nc");
        String lost = onTape("now-only-on-disk.nc");
        JobId job = submit("/cmip6/disk.nc", "/cmip6/both.nc", byOthers, lost);
        whenWaiting(job, 4);
        tape.stagedByOthers(byOthers); // before we asked
        pass();
        assertThat(tape.staged()).containsExactly(List.of(lost));
        tape.arrive(lost);
        tape.put(lost, "DISK");
        pass();
        whenSucceeded(job);
        pass();
        pass();
        assertThat(tape.released()).isEmpty();
        assertThat(tape.place("/cmip6/disk.nc")).isEqualTo("DISK");
        assertThat(tape.place(lost)).isEqualTo("DISK");
        assertThat(running.catalog.tapeRecalls().origins()).isEmpty();
    }

    @Test
    void whatOthersBroughtWhileOurRequestGaveItUpIsNotReleased() {
        start();
        String path = onTape("a.nc");
        JobId job = submit(path);
        whenWaiting(job, 1);
        pass();
        tape.fail(path);
        tape.stagedByOthers(path);
        pass();
        whenSucceeded(job);
        pass();
        assertThat(tape.released()).isEmpty();
        assertThat(tape.place(path)).isEqualTo("DISK_AND_TAPE");
    }

    @Test
    void aFileWhoseBytesAreWrongIsNotReleased() {
        start();
        String path = onTape("a.nc");
        SubmittedItem wrong = new SubmittedItem(
                new ItemCopy(node.url(path).toString(), 0).source(),
                "bdm://b/in/a.nc",
                false,
                100,
                List.of(Checksum.ofHex(ChecksumAlgorithm.MD5, "0".repeat(32))),
                null,
                List.of(new ItemCopy(node.url(path).toString(), 0)));
        JobId job = submit(List.of(wrong));
        whenWaiting(job, 1);
        pass();
        tape.arrive(path);
        pass();
        await().atMost(SOON).until(() -> job(job).state(), JobState::isFinal);
        pass();
        assertThat(tape.released()).isEmpty();
    }

    @Test
    void aFileThatTwoJobsWaitForIsAskedForOnceAndReleasedAfterTheLast() {
        start();
        String path = onTape("a.nc");
        JobId first = submit(path);
        JobId second = submit(List.of(item("/second.nc", node.url(path))));
        whenWaiting(first, 1);
        whenWaiting(second, 1);
        pass();
        assertThat(tape.staged()).containsExactly(List.of(path));
        running.catalog.jobs().change(second, JobState.PAUSED, null).join();
        tape.arrive(path);
        pass();
        whenSucceeded(first);
        pass();
        assertThat(tape.released()).as("the other still needs it").isEmpty();
        running.catalog.jobs().change(second, JobState.ACTIVE, null).join();
        running.scheduler.wake();
        whenSucceeded(second);
        pass();
        assertThat(tape.released()).containsExactly(path);
    }

    @Test
    void aRestartAsksForNothingTwiceAndForgetsNoRelease() {
        start();
        String[] paths = {onTape("a.nc"), onTape("b.nc")};
        JobId job = submit(paths);
        whenWaiting(job, 2);
        pass();
        restart();
        pass();
        assertThat(calls("POST /stage ")).isEqualTo(1);
        tape.arrive(paths);
        pass();
        whenSucceeded(job);
        assertThat(tape.released()).isEmpty();
        restart();
        pass();
        assertThat(tape.released()).containsExactlyInAnyOrder(paths);
        assertThat(calls("POST /stage ")).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void afterARequestWasForgottenOnlyWhatIsStillOnTapeIsAskedForAgain(Dialect dialect) {
        speak(dialect);
        start();
        String[] paths = {onTape("a.nc"), onTape("b.nc")};
        JobId job = submit(paths);
        whenWaiting(job, 2);
        pass();
        tape.arrive(paths[0]);
        tape.forget();
        pass();
        assertThat(tape.staged()).containsExactly(List.of(paths[1]));
        tape.arrive(paths[1]);
        pass();
        whenSucceeded(job);
        pass();
        assertThat(tape.released()).as("nobody can tell who brought the other").containsExactly(paths[1]);
    }

    @Test
    void whatARequestGaveUpIsAskedForAgainLaterAndSaysWhy() {
        start();
        String path = onTape("a.nc");
        JobId job = submit(path);
        whenWaiting(job, 1);
        pass();
        tape.fail(path);
        pass();
        pass();
        assertThat(calls("POST /stage ")).as("not at once").isEqualTo(1);
        running.scheduler.wake();
        when(
                job,
                rows -> rows.get(0).trouble() != null
                        && rows.get(0).trouble().text().contains("the tape service says"));
        clock.turn(Duration.ofMinutes(10));
        pass();
        assertThat(calls("POST /stage ")).isEqualTo(2);
        tape.arrive(path);
        pass();
        whenSucceeded(job);
    }

    @Test
    void noMoreThanTheWindowIsOutstandingAndTheOrderIsThatOfTheList() {
        settings = "staging=tape-rest,staging-window=2";
        start();
        String[] paths = {onTape("3.nc"), onTape("1.nc"), onTape("2.nc"), onTape("0.nc")};
        JobId job = submit(paths);
        whenWaiting(job, 4);
        pass();
        pass();
        assertThat(tape.staged()).containsExactly(List.of(paths[0], paths[1]));
        tape.arrive(paths[0]);
        pass();
        when(job, rows -> rows.get(0).state() == FileState.DONE);
        pass(); // it is released, which makes room
        assertThat(tape.staged()).containsExactly(List.of(paths[0], paths[1]), List.of(paths[2]));
    }

    @Test
    void aTooLargeBulkIsHalvedAndTooManyRequestsArePutOff() {
        start();
        tape.bulkMax = 3;
        String[] paths = new String[8];
        for (int i = 0; i < 8; i++) paths[i] = onTape(i + ".nc");
        JobId job = submit(paths);
        whenWaiting(job, 8);
        tape.refusals.set(1);
        pass();
        assertThat(tape.staged()).isEmpty();
        pass();
        assertThat(tape.staged()).as("it is left alone for a while").isEmpty();
        clock.turn(Duration.ofSeconds(30));
        pass();
        assertThat(tape.staged().stream().flatMap(List::stream).toList()).containsExactly(paths);
        assertThat(tape.staged()).allSatisfy(bulk -> assertThat(bulk).hasSizeLessThanOrEqualTo(3));
    }

    @Test
    void otherFilesAreNotHeldUpAndACopyElsewhereIsTaken() {
        start();
        String path = onTape("a.nc");
        String both = onTape("b.nc");
        URI elsewhere = other.put("/there/b.nc", bytes(both));
        tape.put("/cmip6/disk.nc", "DISK");
        JobId job = submit(List.of(
                item("/a.nc", node.url(path)),
                item("/b.nc", node.url(both), elsewhere),
                item("/disk.nc", node.url("/cmip6/disk.nc"))));
        when(job, rows -> rows.size() == 3 && rows.get(1).state() == FileState.DONE);
        pass();
        when(job, rows -> rows.get(2).state() == FileState.DONE);
        assertThat(files(job).get(0).state()).isEqualTo(FileState.WAITING);
        assertThat(tape.staged()).containsExactly(List.of(path));
    }

    @Test
    void aJobThatOnlyWaitsForTapeSaysSo() {
        start();
        JobId job = submit(onTape("a.nc"), onTape("b.nc"));
        whenWaiting(job, 2);
        pass();
        clock.turn(Duration.ofMinutes(40));
        running.scheduler.wake();
        await().atMost(SOON).until(() -> {
            Job now = job(job);
            return now.reason() != null && now.reason().text().contains("oldest 40 min");
        });
        assertThat(job(job).state()).isEqualTo(JobState.ACTIVE);
        assertThat(job(job).reason().code()).isEqualTo("BEING_STAGED");
        assertThat(job(job).reason().text()).startsWith("2 files wait for tape at " + node.authority());
        assertThat(running.catalog.tapeRecalls().overdue(clock.instant())).isEmpty();
        assertThat(running.catalog.tapeRecalls().overdue(clock.instant().plus(Duration.ofDays(1))))
                .hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aCancelledJobCancelsWhatItAskedForAndTakesNothingFromADisk(Dialect dialect) {
        speak(dialect);
        start();
        String[] paths = {onTape("a.nc"), onTape("b.nc"), onTape("kept.nc")};
        JobId job = submit(paths[0], paths[1]);
        JobId kept = submit(paths[2]);
        whenWaiting(job, 2);
        whenWaiting(kept, 1);
        pass();
        tape.arrive(paths[1]);
        running.catalog
                .jobs()
                .cancel(job, new JobReason("CANCELLING", "a person", clock.instant(), null))
                .join();
        running.scheduler.wake();
        await().atMost(SOON).until(() -> job(job).state(), state -> state == JobState.CANCELLED);
        pass();
        pass();
        assertThat(tape.states().get(paths[0])).isEqualTo("CANCELLED");
        assertThat(tape.states().get(paths[2])).isEqualTo("SUBMITTED");
        assertThat(tape.isOnDisk(paths[1])).isTrue();
        assertThat(tape.released()).isEmpty();
        assertThat(calls("DELETE")).isZero();
    }

    @Test
    void aRequestOfWhichNothingIsWantedAnyMoreIsDeleted() {
        start();
        JobId job = submit(onTape("a.nc"), onTape("b.nc"));
        whenWaiting(job, 2);
        pass();
        running.catalog
                .jobs()
                .cancel(job, new JobReason("CANCELLING", "a person", clock.instant(), null))
                .join();
        running.scheduler.wake();
        await().atMost(SOON).until(() -> job(job).state(), state -> state == JobState.CANCELLED);
        pass();
        assertThat(calls("DELETE")).isEqualTo(1);
        assertThat(running.catalog.tapeRecalls().origins()).isEmpty();
    }

    @Test
    void aServiceThatNobodyNamedIsFoundWhenAFileIsMissing() {
        settings = "";
        start();
        String path = onTape("a.nc");
        JobId job = submit(path);
        whenWaiting(job, 1);
        assertThat(files(job).get(0).trouble().text()).contains("404").contains("is on tape");
        clock.turn(Duration.ofMinutes(3));
        running.scheduler.wake();
        when(
                job,
                rows -> rows.get(0).trouble() != null
                        && rows.get(0).trouble().text().contains("waits for its turn at the tapes"));
        pass();
        assertThat(tape.staged()).containsExactly(List.of(path));
        tape.arrive(path);
        pass();
        whenSucceeded(job);
        assertThat(running.catalog.missingCopies().of(List.of(node.url(path).toString())))
                .as("it was never missing")
                .isEmpty();
    }

    @Test
    void aFileThatTheTapeServiceDoesNotHaveEitherIsMissing() {
        settings = "";
        start();
        JobId job = submit("/cmip6/never.nc");
        await().atMost(SOON).until(() -> job(job).state(), JobState::isFinal);
        assertThat(files(job).get(0).trouble().code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND);
    }

    @Test
    void aNodeThatStagesWhenItIsReadIsReadUntilItSendsTheFile() {
        settings = "staging=never";
        start();
        tape.put("/cmip6/a.nc", "DISK");
        node.next("/cmip6/a.nc", FakeAnswer.status(202, "", "Retry-After: 600"));
        JobId job = submit("/cmip6/a.nc");
        whenWaiting(job, 1);
        clock.turn(Duration.ofMinutes(15));
        running.scheduler.wake();
        whenSucceeded(job);
        assertThat(files(job).get(0).effort().attempts())
                .as("waiting was no try")
                .isEqualTo(1);
        assertThat(tape.calls()).isEmpty();
    }
}
