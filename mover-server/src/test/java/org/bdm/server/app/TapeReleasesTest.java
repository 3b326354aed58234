package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.tape.FakeTapeService.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Released and cancelled is only what a job of ours brought from tape, and nobody needs any more. */
class TapeReleasesTest extends JobsFromTape {
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
        assertThat(files(job).get(0).trouble().code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
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
}
