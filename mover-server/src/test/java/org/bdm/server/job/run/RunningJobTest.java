package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A job on its way from the first chunk to its last state. */
class RunningJobTest {
    private static final MoverException PASSING = new MoverException(ErrorCode.SOURCE_READ_ERROR, "for now");

    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        site.sources.show(
                "a", new TestTree().file("one.nc", 1).file("two.nc", 2).file("sub/three.nc", 3));
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static boolean is(FileEntry entry, String name) {
        return entry.source().shown().endsWith(name);
    }

    @Test
    void aJobWhoseFilesAllArriveSucceedsAndItsReportSaysHow() {
        JobId job = site.submitTree();
        site.start();

        Job done = site.ended(job);
        assertThat(done.state()).as("%s", done.reason()).isEqualTo(JobState.SUCCEEDED);
        assertThat(done.reason()).isNull();
        JobCounts counts = site.catalog.jobs().counts(job);
        assertThat(counts.in(FileState.DONE).files()).isEqualTo(3);
        assertThat(counts.bytesMoved()).isEqualTo(6);
        JsonNode report = JsonMapper.builder()
                .build()
                .readTree(site.catalog.jobs().report(job).orElseThrow());
        assertThat(report.path("filesByState").path("DONE").asLong()).isEqualTo(3);
        assertThat(report.path("filesByEvidence").path("stream").asLong()).isEqualTo(3);
        assertThat(report.path("bytesMoved").asLong()).isEqualTo(6);
        assertThat(report.path("dataSecurity").asString()).isEqualTo("tls");
        assertThat(report.path("streams").asLong()).isEqualTo(2);
        assertThat(report.path("verifyingMillis").asLong()).isEqualTo(30);
        assertThat(report.path("placingMillis").asLong()).isEqualTo(20);
    }

    @Test
    void aJobWithNothingToDoSucceeds() {
        site.sources.show("a", new TestTree());
        JobId job = site.submitTree();
        site.start();
        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(site.sessions.begun()).isEmpty();
    }

    @Test
    void someFailedFilesMakeItPartialAndAllMakeItFailedWithTheCode() {
        MoverException reason = new MoverException(ErrorCode.CHECKSUM_MISMATCH, "not what it should be");
        site.sessions.ends(
                entry -> is(entry, "one.nc") ? TestSessions.failed(entry, reason) : TestSessions.done(entry));
        JobId some = site.submitTree();
        site.start();
        Job partial = site.ended(some);
        assertThat(partial.state()).isEqualTo(JobState.PARTIAL);
        assertThat(partial.reason().code()).isEqualTo("CHECKSUM_MISMATCH");
        assertThat(site.states(some)).containsEntry("one.nc", "FAILED(CHECKSUM_MISMATCH)");

        site.sessions.ends(entry -> TestSessions.failed(entry, reason));
        Job failed = site.ended(site.submitTree());
        assertThat(failed.state()).isEqualTo(JobState.FAILED);
        assertThat(failed.reason().code()).isEqualTo("CHECKSUM_MISMATCH");
    }

    @Test
    void aJobWhoseFilesAllFailWhenTheyAreListedFailsWithTheCode() {
        site.sources.refuse(new MoverException(ErrorCode.UNKNOWN_EXPORT, "no such export"));
        JobId job = site.submitTree();
        site.start();
        Job failed = site.ended(job);
        assertThat(failed.state()).isEqualTo(JobState.FAILED);
        assertThat(failed.reason().code()).isEqualTo("UNKNOWN_EXPORT");
    }

    @Test
    void aFileThatWaitsIsClaimedAgainWhenItIsDue() {
        AtomicInteger tries = new AtomicInteger();
        site.sessions.ends(entry -> is(entry, "one.nc") && tries.incrementAndGet() == 1
                ? TestSessions.waits(entry, PASSING, site.clock.instant().plusSeconds(30))
                : TestSessions.done(entry));
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.count(job, FileState.WAITING) == 1 && site.count(job, FileState.DONE) == 2);

        site.clock.turn(Duration.ofSeconds(29));
        await().during(Duration.ofMillis(600)).until(() -> site.count(job, FileState.WAITING) == 1);
        site.clock.turn(Duration.ofSeconds(2));

        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(tries).hasValue(2);
        assertThat(site.files(job))
                .allSatisfy(file -> assertThat(file.effort().attempts())
                        .isEqualTo(file.path().shown().equals("one.nc") ? 2 : 1));
    }

    @Test
    void theFirstConflictStopsAJobThatAskedForThat() {
        TestSite.Options options = new TestSite.Options();
        options.onConflict = ConflictPolicy.FAIL;
        MoverException conflict = new MoverException(ErrorCode.DESTINATION_EXISTS, "another two.nc is there");
        site.sessions.ends(entry -> {
            if (is(entry, "one.nc")) return TestSessions.done(entry);
            return is(entry, "two.nc") ? TestSessions.failed(entry, conflict) : null;
        });
        JobId job = site.submitTree(options);
        site.destination.workArea(job);
        site.start();
        await().until(() -> site.sessions.begun().size() == 1 && site.count(job, FileState.FAILED) == 1);
        site.sessions.last().listener.onBlocked(conflict);

        Job ended = site.ended(job);
        assertThat(ended.state()).isEqualTo(JobState.PARTIAL);
        assertThat(ended.reason().code()).isEqualTo("DESTINATION_EXISTS");
        assertThat(site.states(job))
                .containsEntry("one.nc", "DONE")
                .containsEntry("two.nc", "FAILED(DESTINATION_EXISTS)")
                .containsEntry("sub/three.nc", "CANCELLED");
        await().untilAsserted(() -> assertThat(site.destination.workAreas()).isEmpty());
    }

    @Test
    void aJobThatStopsAtAConflictEndsWhenNoOtherNodeWorksOnIt() {
        TestTree tree = new TestTree();
        for (int i = 0; i < 34; i++) tree.file("f" + i, 1L << 30); // each a chunk; a node holds 32 at once
        site.sources.show("a", tree);
        TestSite.Options options = new TestSite.Options();
        options.onConflict = ConflictPolicy.FAIL;
        MoverException conflict = new MoverException(ErrorCode.DESTINATION_EXISTS, "another file is there");
        site.sessions.ends(entry -> null);
        JobId job = site.submitTree(options);
        site.start();
        await().until(() -> site.sessions.begun().size() == 1
                && site.sessions.last().entries.size() == 32);
        FileEntry ours = site.sessions.last().entries.get(0);
        ChunkLease elsewhere = await().until(
                        () -> site.catalog.chunks().leaseOf(job, Duration.ofMinutes(10)), Optional::isPresent)
                .orElseThrow();
        site.sessions.last().listener.onOutcomes(0, List.of(TestSessions.failed(ours, conflict)));
        site.sessions.last().listener.onBlocked(conflict);

        await().until(() -> site.job(job).isCancelling());
        assertThat(site.job(job).state()).isEqualTo(JobState.ACTIVE);
        assertThat(site.catalog.chunks().leaseOf(job, Duration.ofMinutes(1))).isEmpty();
        Durable.await(site.catalog.chunks().release(elsewhere, Duration.ZERO));

        Job ended = site.ended(job);
        assertThat(ended.state()).isEqualTo(JobState.FAILED);
        assertThat(ended.reason().code()).isEqualTo("DESTINATION_EXISTS");
    }

    @Test
    void outcomesToldTogetherWithTheConflictAreKept() {
        TestSite.Options options = new TestSite.Options();
        options.onConflict = ConflictPolicy.FAIL;
        MoverException conflict = new MoverException(ErrorCode.DESTINATION_EXISTS, "another two.nc is there");
        site.sessions.ends(
                entry -> is(entry, "two.nc") ? TestSessions.failed(entry, conflict) : TestSessions.done(entry));
        site.sessions.afterOutcomes(() -> site.sessions.last().listener.onBlocked(conflict));
        JobId job = site.submitTree(options);
        site.start();

        assertThat(site.ended(job).state()).isEqualTo(JobState.PARTIAL);
        assertThat(site.count(job, FileState.FAILED)).isEqualTo(1);
        assertThat(site.count(job, FileState.DONE)).isEqualTo(2);
    }

    @Test
    void aRateThatIsSetReachesTheSession() {
        site.sessions.ends(entry -> null);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.sessions.begun().size() == 1);
        site.scheduler.steer(job, 5, 1_000L, before -> {}).join();
        await().untilAsserted(
                        () -> assertThat(site.sessions.last().bytesPerSecondMax).isEqualTo(1_000));
        assertThat(site.job(job).request().priority()).isEqualTo(5);
    }

    @Test
    void theWorkStopsWhenItsLeaseWasLostAndIsClaimedAgain() {
        site.sessions.ends(entry -> null);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.sessions.begun().size() == 1);
        // Another node leases the chunk, since this one was away for longer than its lease.
        site.catalog.chunks().leaseOf(job, Duration.ofSeconds(1));
        site.clock.turn(Duration.ofSeconds(31));
        var taken = site.catalog.chunks().leaseOf(job, Duration.ofSeconds(30));
        await().until(() -> taken.isEmpty() || site.sessions.begun().get(0).isStopped);

        assertThat(site.job(job).state()).isEqualTo(JobState.ACTIVE);
        site.sessions.ends(TestSessions::done);
        await().until(() -> {
            site.clock.turn(Duration.ofSeconds(5));
            return site.job(job).state() == JobState.SUCCEEDED;
        });
    }

    @Test
    void stoppingTheServerStopsTheSessionsAndARestartGoesOn() throws Exception {
        site.sessions.ends(entry -> is(entry, "one.nc") ? TestSessions.done(entry) : null);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.count(job, FileState.DONE) == 1);

        site.scheduler.stop().toCompletableFuture().get(8, TimeUnit.SECONDS);
        assertThat(site.sessions.last().isStopped).isTrue();
        site.sessions.ends(TestSessions::done);
        site.crashAndStart();

        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(site.sessions.last().entries).hasSize(2);
    }

    @Test
    void whatASessionHadToldOfIsNeverAskedForAgainAfterACrash() {
        site.sessions.ends(entry -> is(entry, "one.nc") ? TestSessions.done(entry) : null);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.count(job, FileState.DONE) == 1);
        site.sessions.ends(TestSessions::done);
        site.crashAndStart();

        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(site.sessions.last().entries).noneMatch(entry -> is(entry, "one.nc"));
        assertThat(site.catalog.jobs().counts(job).bytesMoved()).isEqualTo(6);
    }

    @Test
    void directoriesGetTheirTimesAfterAllFilesAndTheRootOfTheTreeToo() {
        site.sources.show("a", new TestTree().file("one.nc", 1).directory("empty/one"));
        JobId job = site.submitTree();
        site.start();
        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        for (String path : new String[] {"tree", "tree/empty", "tree/empty/one"}) {
            assertThat(site.destination
                            .status(StorePath.ofUtf8(path))
                            .orElseThrow()
                            .version()
                            .modified())
                    .as(path)
                    .isEqualTo(TestTree.MODIFIED);
        }
    }

    @Test
    void noEmptyDirectoriesAreMadeWhenFilesArePickedByName() {
        site.sources.show("a", new TestTree().file("one.nc", 1).directory("empty/one"));
        TestSite.Options options = new TestSite.Options();
        options.include = java.util.List.of("*.nc");
        JobId job = site.submitTree(options);
        site.start();
        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(site.destination.status(StorePath.ofUtf8("tree/empty"))).isEmpty();
    }

    @Test
    void aFileInTheWayOfADirectoryMakesTheJobPartialAndNotHang() {
        StoreContent.put(site.destination, "tree/empty", new byte[1]);
        site.sources.show("a", new TestTree().file("one.nc", 1).directory("empty"));
        JobId job = site.submitTree();
        site.start();
        Job ended = site.ended(job);
        assertThat(ended.state()).isEqualTo(JobState.PARTIAL);
        assertThat(ended.reason().code()).isEqualTo("PATH_BLOCKED");
    }

    @Test
    void filesOfASourceThatIsGoneWaitWhileThoseOfAnotherGoOn() {
        site.sources.show("c", new TestTree().file("other.nc", 1));
        site.sessions.ends(entry -> null);
        JobId job = site.submit(
                new TestSite.Options(), TestSite.tree("a", "bdm://b/in/a"), TestSite.tree("c", "bdm://b/in/c"));
        site.start();
        await().until(() -> site.sessions.begun().size() == 2);
        var lost = site.sessions.begun().get(0);
        lost.listener.onSourceLost(new MoverException(ErrorCode.PEER_UNREACHABLE, "gone"));
        await().until(() -> lost.isStopped);

        assertThat(site.job(job).state()).isEqualTo(JobState.ACTIVE);
        assertThat(site.sessions.begun().get(1).isStopped).isFalse();
    }

    @Test
    void aJobFromManySourcesHoldsFewSessionsAtOnce() {
        TestSite.Options options = new TestSite.Options();
        var items = new SubmittedItem[9];
        for (int i = 0; i < items.length; i++) {
            site.sources.show("s" + i, new TestTree().file("f", 1));
            items[i] = TestSite.file("s" + i, "f");
        }
        JobId job = site.submit(options, items);
        site.start();
        await().until(() -> {
            site.clock.turn(Duration.ofMillis(200));
            return site.job(job).state() == JobState.SUCCEEDED;
        });
        assertThat(site.sessions.begun()).hasSizeGreaterThanOrEqualTo(9);
    }
}
