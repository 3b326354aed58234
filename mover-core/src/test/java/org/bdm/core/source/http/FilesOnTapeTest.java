package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.core.source.http.HttpFixture.wanted;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.WantedFile;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.core.source.http.node.TapePolicy.Staging;
import org.bdm.core.source.http.node.TapeStanding;
import org.bdm.core.source.http.question.HttpLook;
import org.bdm.core.store.DirectoryEntry;
import org.junit.jupiter.api.Test;

/** A file that has to be staged is no failure, in whichever of five ways its data node says so: docs/how-to/from-tape.md. */
class FilesOnTapeTest extends TwoDataNodes {
    private final List<URI> asked = new CopyOnWriteArrayList<>();
    private final List<URI> missing = new ArrayList<>();

    private void tape(TapePolicy policy) {
        fixture.nodes.policies(Map.of(first.authority(), NodePolicy.NONE.tape(policy)));
    }

    private void deskSays(TapeStanding standing) {
        fixture.missing = new MissingCopyListener() {
            @Override
            public void onMissing(URI location) {
                missing.add(location);
            }

            @Override
            public void onBack(URI location) {}
        };
        fixture.nodes.tapes(location -> {
            asked.add(location);
            return CompletableFuture.completedFuture(standing);
        });
    }

    @Test
    void successWithoutContentIsNoFileAndLeavesItsPlaceAtOnceIfItTakesLong() {
        int number = 0;
        for (int status : List.of(201, 202, 203, 204, 207)) {
            String path = "/" + status + ".nc";
            first.always(path, FakeAnswer.status(status, "", "Retry-After: 600"));
            WantedFile file = wanted(++number, SIZE, first.url(path));
            source().want(List.of(file));
            assertFailed(file, ErrorCode.BEING_STAGED);
            assertThat(first.requests(path)).hasSize(1);
            assertThat(source().stagedFor(file.file())).isEqualTo(Duration.ofMinutes(10));
        }
    }

    @Test
    void aFileThatIsWantedAgainIsAskedForWhateverPauseWasSaid() {
        first.put(PATH, BYTES);
        first.next(PATH, FakeAnswer.status(202, "", "Retry-After: 99999999999"));
        WantedFile file = ask(SIZE, first.url(PATH));
        assertFailed(file, ErrorCode.BEING_STAGED);
        listener.of(file.file()).failure = null;
        source().want(List.of(file));
        until(() -> listener.of(file.file()).ended == 1);
        assertThat(first.requests(PATH)).hasSize(2);
    }

    @Test
    void successWithoutContentIsNoSizeEither() {
        first.always("/a.nc", FakeAnswer.status(202, "", "Retry-After: 1"));
        HttpLook look = new HttpLook(fixture.nodes);
        CompletableFuture<?> told = look.look(new Copy(first.url("/a.nc"), 0)).toCompletableFuture();
        until(() -> first.requests("/a.nc").size() == 2); // so the first answer was understood, and it is asked again
        assertThat(told).isNotDone();
        first.put("/b.nc", BYTES);
        first.next("/b.nc", FakeAnswer.status(204, "", "Retry-After: 1"));
        CompletableFuture<DirectoryEntry> later =
                look.look(new Copy(first.url("/b.nc"), 0)).toCompletableFuture();
        until(later::isDone);
        assertThat(later.join().status().version().size()).isEqualTo(SIZE);
    }

    @Test
    void anotherCopyIsTakenMeanwhile() {
        first.always(PATH, FakeAnswer.status(202, "", "Retry-After: 600"));
        second.put("/b.nc", BYTES);
        assertArrived(ask(SIZE, first.url(PATH), second.url("/b.nc")));
    }

    @Test
    void aPauseOfANodeWithTapeMeansThatTheFileIsStagedAndNotThatTheNodeIsBusy() {
        tape(TapePolicy.USUAL.staging(Staging.TAPE_REST));
        first.always(PATH, FakeAnswer.status(503, "", "Retry-After: 300"));
        WantedFile file = ask(SIZE, first.url(PATH));
        assertFailed(file, ErrorCode.BEING_STAGED);
        assertThat(source().stagedFor(file.file())).isEqualTo(Duration.ofMinutes(5));
        assertThat(view(first).connectionsMax()).isEqualTo(view(first).connectionsConfigured());
        assertThat(view(first).nextTry()).isEmpty();
    }

    @Test
    void aPauseOfAnotherNodeMeansThatItIsBusy() {
        first.always(PATH, FakeAnswer.status(503, "", "Retry-After: 300"));
        assertFailed(ask(SIZE, first.url(PATH)), ErrorCode.DATA_NODE_BUSY);
    }

    @Test
    void theFirstByteIsAwaitedForHoursAndNobodyAsksASecondTime() {
        tape(TapePolicy.USUAL.patience(Duration.ofHours(6)));
        first.put(PATH, BYTES);
        first.always(PATH, FakeAnswer.after(latch, FakeAnswer.served()));
        WantedFile file = ask(SIZE, first.url(PATH));
        until(() -> first.requests(PATH).size() == 1);
        for (int hours = 0; hours < 5; hours++) {
            fixture.turn(Duration.ofHours(1));
            until(() -> isTicked());
        }
        assertThat(first.requests(PATH)).hasSize(1);
        latch.countDown();
        assertArrived(file);
        assertThat(first.requests(PATH)).hasSize(1);
    }

    /** True once a request to the other node was given up for silence after now: then the deadlines of all were looked at. */
    private boolean isTicked() {
        String path = "/tick-" + second.requests().size() + ".nc";
        second.next(path, FakeAnswer.status(400, "no"));
        WantedFile file = wanted(100 + second.requests().size(), SIZE, second.url(path));
        source().want(List.of(file));
        return over(file).failure != null;
    }

    @Test
    void afterThePatienceForTheFirstByteTheRequestIsGivenUp() {
        tape(TapePolicy.USUAL.patience(Duration.ofHours(6)));
        first.always(PATH, FakeAnswer.after(latch, FakeAnswer.served()));
        WantedFile file = ask(SIZE, first.url(PATH));
        until(() -> first.requests(PATH).size() == 1);
        fixture.turn(Duration.ofHours(7));
        until(() -> first.requests(PATH).size() > 1 || listener.of(file.file()).isOver());
    }

    @Test
    void unsupportedMediaTypeIsAskedOfTheTapeServiceFirst() {
        deskSays(TapeStanding.ON_TAPE);
        first.always(PATH, FakeAnswer.status(415, "<html>Access denied!", "Content-Type: text/html"));
        assertFailed(ask(SIZE, first.url(PATH)), ErrorCode.BEING_STAGED);
        assertThat(asked).containsExactly(first.url(PATH));
    }

    @Test
    void whereThereIsNoTapeServiceTheFieldLocalityDecides() {
        int number = 0;
        for (String locality : List.of("TAPE", "UNAVAILABLE", "DISK")) {
            String path = "/" + locality + ".nc";
            first.put(path, BYTES);
            first.always(
                    path,
                    (node, request, out) -> request.method().equals("HEAD")
                            ? FakeAnswer.raw("HTTP/1.1 200 OK\r\nContent-Length: " + SIZE + "\r\nLocality: " + locality
                                            + "\r\n\r\n")
                                    .answer(node, request, out)
                            : FakeAnswer.status(415, "no").answer(node, request, out));
            WantedFile file = wanted(++number, SIZE, first.url(path));
            source().want(List.of(file));
            assertFailed(file, locality.equals("TAPE") ? ErrorCode.BEING_STAGED : ErrorCode.NOT_DATA);
        }
    }

    @Test
    void aFileThatIsNotFoundIsNotGoneWhileItIsOnTape() {
        deskSays(TapeStanding.ON_TAPE);
        WantedFile file = ask(SIZE, first.url(PATH));
        assertFailed(file, ErrorCode.BEING_STAGED);
        assertThat(over(file).failure.detail()).contains("404").contains("is on tape");
        assertThat(missing).as("it is no occasion").isEmpty();
    }

    @Test
    void aFileThatIsNotFoundIsGoneIfTheTapeServiceDoesNotHaveItEither() {
        for (TapeStanding standing : List.of(TapeStanding.GONE, TapeStanding.UNKNOWN, TapeStanding.ON_DISK)) {
            deskSays(standing);
            WantedFile file = wanted(standing.ordinal() + 1, SIZE, first.url(PATH));
            source().want(List.of(file));
            assertFailed(file, ErrorCode.SOURCE_NOT_FOUND);
        }
        assertThat(missing).hasSize(3);
    }

    @Test
    void nobodyIsAskedWhereNothingIsOnTape() {
        tape(TapePolicy.USUAL.staging(Staging.NEVER).patience(Duration.ofHours(6)));
        deskSays(TapeStanding.ON_TAPE);
        assertFailed(ask(SIZE, first.url(PATH)), ErrorCode.SOURCE_NOT_FOUND);
        first.always("/b.nc", FakeAnswer.status(415, "no"));
        WantedFile other = wanted(2, SIZE, first.url("/b.nc"));
        source().want(List.of(other));
        assertFailed(other, ErrorCode.NOT_DATA);
        assertThat(asked).isEmpty();
    }

    @Test
    void aLookAtAFileThatIsNotFoundAsksTheTapeServiceToo() {
        deskSays(TapeStanding.ON_TAPE);
        CompletableFuture<?> look = new HttpLook(fixture.nodes)
                .look(new Copy(first.url(PATH), 0).decidedBy(Optional.empty()))
                .toCompletableFuture();
        until(look::isDone);
        assertThat(look.handle((found, failure) -> code(failure)).join()).isEqualTo(ErrorCode.BEING_STAGED);
    }

    private static ErrorCode code(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return ((MoverException) cause).code();
    }
}
