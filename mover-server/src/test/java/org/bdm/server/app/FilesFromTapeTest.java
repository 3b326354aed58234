package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.source.http.FakeAnswer;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.junit.jupiter.api.Test;

/** Files that are on tape are asked for and waited for. */
class FilesFromTapeTest extends JobsFromTape {
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
    void serviceIsLeftAloneAsLongAsItAsks() {
        start();
        String path = onTape("a.nc");
        JobId job = submit(path);
        whenWaiting(job, 1);
        tape.refusals.set(1);
        tape.retryAfter = "300";
        pass();
        clock.turn(Duration.ofSeconds(250));
        pass();
        assertThat(tape.staged()).as("longer than the usual pause").isEmpty();
        clock.turn(Duration.ofSeconds(10));
        pass();
        assertThat(tape.staged()).containsExactly(List.of(path));
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

    @Test
    void aJobSaysHowLongItStillWaitsByTheLastRecallsOfTheNode() {
        start();
        String[] paths = new String[5];
        for (int i = 0; i < 5; i++) paths[i] = onTape(i + ".nc");
        JobId first = submit(paths);
        whenWaiting(first, 5);
        pass();
        clock.turn(Duration.ofMinutes(40));
        tape.arrive(paths);
        pass();
        whenSucceeded(first);
        JobId next = submit(onTape("next.nc"));
        whenWaiting(next, 1);
        assertThat(running.catalog.tapeRecalls().ofJob(next).get(0).text(clock.instant()))
                .contains("about 40 min more by its last recalls");
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
    void fileThatLeftTheDiskWhileItsNodeSaysThatItIsStagedIsRequestedAgain() {
        start();
        String path = onTape("a.nc");
        JobId job = submit(path);
        whenWaiting(job, 1);
        pass();
        node.next(path, FakeAnswer.status(202, "", "Retry-After: 1800"));
        tape.arrive(path);
        pass();
        when(
                job,
                rows -> rows.get(0).trouble() != null
                        && rows.get(0).trouble().text().contains("202"));
        tape.put(path, "TAPE"); // evicted, which nobody says
        pass();
        assertThat(calls("POST /stage ")).as("not at once").isEqualTo(1);
        clock.turn(Duration.ofMinutes(10));
        pass();
        assertThat(calls("POST /stage ")).isEqualTo(2);
        tape.arrive(path);
        pass();
        whenSucceeded(job);
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
