package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import org.bdm.core.id.JobId;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a job fits is known before anything is asked for. */
class RoomBeforeTheFirstByteTest {
    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        site.sources.show("a", new TestTree().file("one.nc", 600).file("sub/two.nc", 400));
        site.sources.show("c", new TestTree().file("three.nc", 600));
    }

    @AfterEach
    void close() {
        site.close();
    }

    private void room(long bytes) {
        site.destination.faults().spaceBytes(bytes);
    }

    /** A file of so many zeros at the destination. */
    private void there(String path, int bytes) {
        room(Long.MAX_VALUE);
        WorkArea area = site.destination.workArea(new JobId(99));
        StorePath place = StorePath.ofUtf8(path);
        site.destination.makeDirectories(place.parent(), 0755);
        try (WritableFile file = area.create("f")) {
            file.write(0, ByteBuffer.allocate(bytes));
            file.force();
        }
        area.place("f", place, PlaceMode.NEW);
        area.remove();
    }

    @Test
    void aJobThatDoesNotFitPausesBeforeItsFirstByteAndGoesOnByItselfWhenThereIsRoom() {
        room(900);
        JobId job = site.submitTree();
        site.start();
        Job paused = site.ended(job);
        assertThat(paused.reason().code()).isEqualTo("NO_SPACE");
        assertThat(paused.reason().text())
                .contains("'in'")
                .contains("1000 bytes are needed, 900 are free, 100 are missing")
                .contains("resume");
        assertThat(paused.reason().nextAt()).isNotNull();
        assertThat(site.sessions.begun()).isEmpty();

        room(1000);
        site.clock.turn(Duration.ofSeconds(63));
        assertThat(site.when(job, JobState.SUCCEEDED).reason()).isNull();
    }

    @Test
    void filesThatMayBeTheSameAlreadyNeedNoRoom() {
        there("tree/one.nc", 600);
        there("tree/sub/two.nc", 399);
        room(0);
        JobId job = site.submitTree();
        site.start();
        site.when(job, JobState.SUCCEEDED);
    }

    @Test
    void aFileThatReplacesAnotherNeedsBothAtOnce() {
        there("tree/one.nc", 599);
        there("tree/sub/two.nc", 399);
        TestSite.Options options = new TestSite.Options();
        options.onConflict = ConflictPolicy.OVERWRITE;
        room(500);
        JobId job = site.submitTree(options);
        site.start();
        assertThat(site.ended(job).reason().text()).contains("600 bytes are needed, 500 are free, 100 are missing");
        room(600);
        site.scheduler.resume(job).join();
        site.when(job, JobState.SUCCEEDED);
    }

    @Test
    void theRoomOfAJobThatBeganBeforeIsNotGivenToAnother() {
        site.sessions.ends(entry -> null);
        room(1100);
        JobId first = site.submitTree();
        site.start();
        await().until(() -> site.sessions.begun().size() == 1);
        JobId second = site.submit(new TestSite.Options(), TestSite.tree("c", "bdm://b/in/other"));
        Job paused = site.ended(second);
        assertThat(paused.reason().text())
                .contains(
                        "600 bytes are needed, 1100 are free, 1000 of them promised to " + first + ", 500 are missing");
        assertThat(site.job(first).state()).isEqualTo(JobState.ACTIVE);

        // The first is done; its bytes are taken now.
        site.sessions.ends(TestSessions::done);
        site.scheduler.cancel(first, "no longer wanted").join();
        await().until(() -> site.sessions.begun().get(0).isStopped);
        site.clock.turn(Duration.ofSeconds(63));
        site.when(second, JobState.SUCCEEDED);
    }

    @Test
    void whatIsPromisedToAJobOutlivesTheProcess() {
        site.sessions.ends(entry -> null);
        room(1100);
        JobId first = site.submitTree();
        site.start();
        await().until(() -> site.sessions.begun().size() == 1);
        site.crashAndStart();
        JobId second = site.submit(new TestSite.Options(), TestSite.tree("c", "bdm://b/in/other"));
        assertThat(site.ended(second).reason().text()).contains("1000 of them promised to " + first);
        assertThat(site.job(first).state()).isEqualTo(JobState.ACTIVE);
    }

    @Test
    void aJobThatPausedBeforeDoesNotTakeTheRoomOfOneThatBeganMeanwhile() {
        site.sessions.ends(entry -> null);
        room(900);
        JobId large = site.submitTree();
        site.start();
        assertThat(site.ended(large).reason().code()).isEqualTo("NO_SPACE");
        JobId small = site.submit(new TestSite.Options(), TestSite.tree("c", "bdm://b/in/other"));
        await().until(() -> site.sessions.begun().size() == 1);
        room(1500);
        site.scheduler.resume(large).join();
        assertThat(site.when(large, JobState.PAUSED).reason().text())
                .contains(
                        "1000 bytes are needed, 1500 are free, 600 of them promised to " + small + ", 100 are missing");
    }

    @Test
    void inodesAreCountedWhereTheFileSystemTellsThem() {
        site.destination.faults().inodes(100, 1);
        JobId job = site.submitTree();
        site.start();
        Job paused = site.ended(job);
        assertThat(paused.reason().code()).isEqualTo("NO_SPACE");
        assertThat(paused.reason().text()).contains("'in': at least 2 inodes are needed, 1 are free, 1 are missing");
        assertThat(site.sessions.begun()).isEmpty();
        site.destination.faults().inodes(0, 0);
        site.clock.turn(Duration.ofSeconds(63));
        site.when(job, JobState.SUCCEEDED);
    }

    @Test
    void whatAnEarlierRunReservedIsNotNeededAgain() {
        site.sessions.ends(entry -> null);
        room(1000);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.sessions.begun().size() == 1);
        long file = site.files(job).stream()
                .filter(row -> row.path().shown().equals("one.nc"))
                .findFirst()
                .orElseThrow()
                .id()
                .number();
        site.destination.workArea(job).create(file + "-1.part").close();
        room(400); // as the file system says when 600 bytes are reserved
        site.scheduler.pause(job, PauseReason.BY_USER, "later").join();
        await().until(() -> site.sessions.last().isStopped);
        site.sessions.ends(TestSessions::done);
        site.scheduler.resume(job).join();
        site.when(job, JobState.SUCCEEDED);
        assertThat(site.count(job, FileState.DONE)).isEqualTo(2);
    }

    @Test
    void itIsLookedAtAgainWhenTheListingHasGrown() {
        TestTree tree = new TestTree();
        for (int i = 0; i < 3000; i++) tree.file(String.format("f%04d", i), 1);
        site.sources.show("a", tree.file("zzz-last", 5000));
        room(4000);
        JobId job = site.submitTree();
        site.start();
        assertThat(site.ended(job).reason().code()).isEqualTo("NO_SPACE");
        room(8000);
        site.scheduler.resume(job).join();
        site.when(job, JobState.SUCCEEDED);
    }
}
