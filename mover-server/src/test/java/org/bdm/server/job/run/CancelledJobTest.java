package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.job.progress.Explanations;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** CANCELLED is said when everything that was placed is DONE, and nothing more is placed. */
class CancelledJobTest {
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

    private FileEntry entry(String name) {
        return site.sessions.last().entries.stream()
                .filter(entry -> is(entry, name))
                .findFirst()
                .orElseThrow();
    }

    /** A job with one.nc DONE and the others under way, whose session stops only with the future. */
    private JobId underWay(CompletableFuture<Void> stopping) {
        site.sessions.stopAfter(stopping);
        site.sessions.ends(entry -> is(entry, "one.nc") ? TestSessions.done(entry) : null);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.count(job, FileState.DONE) == 1);
        return job;
    }

    @Test
    void whatIsPlacedWhileTheJobIsBeingCancelledIsDone() {
        CompletableFuture<Void> stopping = new CompletableFuture<>();
        JobId job = underWay(stopping);
        CompletableFuture<Job> cancelled = site.scheduler.cancel(job, "no longer wanted");
        await().until(() -> site.sessions.last().isStopped);

        Job meanwhile = site.job(job);
        assertThat(meanwhile.state()).isEqualTo(JobState.ACTIVE);
        assertThat(Explanations.of(meanwhile, site.catalog.jobs().counts(job), site.live.of(job))
                        .code())
                .isEqualTo("CANCELLING");
        site.sessions.last().listener.onOutcomes(0, List.of(TestSessions.done(entry("two.nc"))));
        assertThat(cancelled).isNotDone();
        stopping.complete(null);

        Job ended = cancelled.orTimeout(20, TimeUnit.SECONDS).join();
        assertThat(ended.state()).isEqualTo(JobState.CANCELLED);
        assertThat(ended.reason().code()).isEqualTo("CANCELLED");
        assertThat(ended.reason().text()).isEqualTo("no longer wanted");
        assertThat(site.states(job))
                .containsEntry("one.nc", "DONE")
                .containsEntry("two.nc", "DONE")
                .containsEntry("sub/three.nc", "CANCELLED");
        JsonNode report = JsonMapper.builder()
                .build()
                .readTree(site.catalog.jobs().report(job).orElseThrow());
        assertThat(report.path("filesByState").path("DONE").asLong()).isEqualTo(2);
        assertThat(report.path("filesByState").path("CANCELLED").asLong()).isEqualTo(1);
        await().untilAsserted(() -> assertThat(site.destination.workAreas()).isEmpty());
    }

    @Test
    void aJobThatIsBeingCancelledCanOnlyBeCancelled() {
        CompletableFuture<Void> stopping = new CompletableFuture<>();
        JobId job = underWay(stopping);
        var unused = site.scheduler.cancel(job, "no longer wanted");
        await().until(() -> site.job(job).isCancelling());

        assertThatThrownBy(() ->
                        site.scheduler.pause(job, PauseReason.BY_USER, "later").join())
                .cause()
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ILLEGAL_STATE));
        // every file arrives in this moment: it was cancelled all the same
        site.sessions
                .last()
                .listener
                .onOutcomes(0, List.of(TestSessions.done(entry("two.nc")), TestSessions.done(entry("sub/three.nc"))));
        site.sessions.last().listener.onChunkEnded(0);
        CompletableFuture<Job> again = site.scheduler.cancel(job, "I said so");
        stopping.complete(null);

        assertThat(again.orTimeout(20, TimeUnit.SECONDS).join().state()).isEqualTo(JobState.CANCELLED);
        assertThat(site.count(job, FileState.DONE)).isEqualTo(3);
        assertThat(site.job(job).reason().text()).isEqualTo("no longer wanted");
    }

    @Test
    void aJobWhoseProcessDiedWhileItWasBeingCancelledIsCancelledByTheNextOne() {
        JobId job = underWay(new CompletableFuture<>());
        var unused = site.scheduler.cancel(job, "no longer wanted");
        await().until(() -> site.job(job).isCancelling());
        int begun = site.sessions.begun().size();
        site.crashAndStart();

        site.when(job, JobState.CANCELLED);
        assertThat(site.sessions.begun()).hasSize(begun);
        assertThat(site.states(job)).containsEntry("one.nc", "DONE").containsEntry("two.nc", "CANCELLED");
    }

    @Test
    void whatACrashedRunPlacedIsDoneWhenThePausedJobIsCancelled() {
        JobId job = underWay(CompletableFuture.completedFuture(null));
        FileEntry two = entry("two.nc");
        FileEntry three = entry("sub/three.nc");
        site.scheduler.pause(job, PauseReason.BY_USER, "later").join();
        await().until(() -> site.sessions.last().isStopped);
        leaveAsACrashDoes(job, two, true);
        leaveAsACrashDoes(job, three, false);

        site.scheduler
                .cancel(job, "no longer wanted")
                .orTimeout(20, TimeUnit.SECONDS)
                .join();

        assertThat(site.states(job)).containsEntry("two.nc", "DONE").containsEntry("sub/three.nc", "CANCELLED");
        assertThat(site.destination.status(three.destination())).isEmpty();
        assertThat(site.files(job))
                .filteredOn(file -> file.path().shown().equals("two.nc"))
                .allSatisfy(file -> assertThat(file.evidence()).isNotNull());
        await().untilAsserted(() -> assertThat(site.destination.workAreas()).isEmpty());
    }

    /** Recorded in the journal, placed or about to be, and never told. */
    private void leaveAsACrashDoes(JobId job, FileEntry file, boolean isPlaced) {
        WorkArea area = site.destination.workArea(job);
        Evidence evidence = TestSessions.done(file).evidence();
        try (TransferJournal journal = TransferJournal.open(area, job, ChunkRight.endless(0))) {
            WritableFile temporary = area.create(file.file().number() + "-1.part");
            temporary.write(0, ByteBuffer.allocate((int) file.listed().version().size()));
            temporary.setAttributes(TestTree.MODIFIED, 0644);
            temporary.force();
            journal.append(new JournalRecord.Placing(
                    file.file(), new Epoch(1), temporary.inode(), temporary.size(), TestTree.MODIFIED, evidence));
            journal.sync();
            temporary.close();
            site.destination.makeDirectories(file.destination().parent(), 0755);
            if (isPlaced) area.place(temporary.name(), file.destination(), PlaceMode.NEW);
        }
    }

    @Test
    void aJobOfWhichAnotherProcessHoldsAChunkEndsWhenThatLetsGo() {
        site.listingOnly();
        JobId job = site.submitTree();
        site.start();
        site.listed(job);
        ChunkLease theirs =
                site.catalog.chunks().leaseOf(job, Duration.ofSeconds(30)).orElseThrow();
        DispatchParts parts = site.dispatch();
        var unused = site.scheduler.cancel(job, "no longer wanted");
        await().until(() ->
                site.job(job).isCancelling() || site.job(job).state().isFinal());

        assertThat(new JobRecovery(parts, job).recover()).isFalse();
        site.catalog.chunks().release(theirs, Duration.ZERO).join();
        assertThat(new JobRecovery(parts, job).recover()).isTrue();
    }

    @Test
    void aFileOfWhichNobodyCanTellWhetherItWasPlacedIsNeitherDoneNorCancelled() {
        JobId job = underWay(CompletableFuture.completedFuture(null));
        site.scheduler.pause(job, PauseReason.BY_USER, "later").join();
        await().until(() -> site.sessions.last().isStopped);
        WorkArea area = site.destination.workArea(job);
        try (WritableFile journal = area.create(TransferJournal.nameOf(ChunkRight.endless(0)))) {
            journal.write(0, ByteBuffer.wrap("this is no journal any more".getBytes(StandardCharsets.UTF_8)));
        }

        site.scheduler
                .cancel(job, "no longer wanted")
                .orTimeout(20, TimeUnit.SECONDS)
                .join();

        assertThat(site.states(job))
                .containsEntry("one.nc", "DONE")
                .containsEntry("two.nc", "FAILED(OUTCOME_UNKNOWN)")
                .containsEntry("sub/three.nc", "FAILED(OUTCOME_UNKNOWN)");
    }

    @Test
    void aJobThatWaitsForItsTurnIsCancelledAtOnce() {
        JobId job = site.submitTree();
        site.scheduler.start();
        site.scheduler
                .cancel(job, "no longer wanted")
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
        assertThat(site.job(job).state()).isEqualTo(JobState.CANCELLED);
    }
}
