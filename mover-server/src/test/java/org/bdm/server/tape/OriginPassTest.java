package org.bdm.server.tape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.tape.RecallState;
import org.bdm.server.catalog.tape.TapeRecall;
import org.bdm.server.catalog.tape.TapeRecalls;
import org.bdm.server.catalog.tape.WantedRecall;
import org.bdm.server.tape.FakeTapeService.Dialect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Passes over the recalls of one data node, with a real catalog and a turned clock. */
class OriginPassTest {
    private static final String ORIGIN = "https://tape.example";
    private static final String A = "/cmip6/a.nc";
    private static final String B = "/cmip6/b.nc";

    private FakeTapeService fake = new FakeTapeService(Dialect.DCACHE);
    private OpenCatalog open;
    private int files;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(TestDatabase.H2.prepared());
    }

    @AfterEach
    void close() {
        open.close();
        fake.close();
    }

    private TapeRecalls recalls() {
        return open.catalog.tapeRecalls();
    }

    private TapeService service() {
        AddressGuard guard = new AddressGuard(List.of(fake.authority()));
        return new TapeService(
                URI.create(fake.base()), new TapeConnections(guard, node -> NodePolicy.NONE, "bdm-test/1"));
    }

    private void want(String path) {
        fake.put(path, "TAPE");
        recalls()
                .want(List.of(new WantedRecall(new FileId(++files), ORIGIN, path, false, false, Duration.ofHours(6))))
                .join();
    }

    private void pass() {
        open.clock.turn(Duration.ofMinutes(6));
        new OriginPass(recalls(), service(), ORIGIN, TapePolicy.USUAL.window(2), open.clock.instant()).run();
    }

    private TapeRecall recall(String path) {
        return recalls().ofPaths(ORIGIN, List.of(path)).get(path);
    }

    @Test
    void fileThatLeftTheDiskBeforeItWasFetchedIsWantedAgain() {
        want(A);
        pass();
        fake.arrive(A);
        fake.put(A, "TAPE");
        pass();
        assertThat(recall(A).state()).isEqualTo(RecallState.WANTED);
        assertThat(recall(A).note()).contains("left it before it was fetched");
        assertThat(recalls().outstanding(ORIGIN)).isZero();
        pass();
        pass();
        assertThat(fake.staged()).hasSize(2);
        assertThat(recall(A).state()).isEqualTo(RecallState.ASKED);
    }

    @Test
    void fileThatItsRequestDoesNotNameAnyMoreIsWantedAgain() {
        want(A);
        want(B);
        pass();
        fake.drop(A);
        pass();
        assertThat(recall(A).state()).isEqualTo(RecallState.WANTED);
        assertThat(recall(A).note()).contains("does not name it");
        assertThat(recall(B).state()).isEqualTo(RecallState.ASKED);
    }

    @Test
    void requestThatTheServiceCannotHandleKeepsNoOtherWaiting() {
        want(A);
        pass();
        want(B);
        pass();
        fake.broken = "r-1";
        fake.arrive(B);
        pass();
        assertThat(recall(A).state()).isEqualTo(RecallState.ASKED);
        assertThat(recall(B).state()).isEqualTo(RecallState.ON_DISK);
        assertThat(recalls().requests(ORIGIN, 10))
                .allSatisfy(request -> assertThat(request.looked()).isEqualTo(open.clock.instant()));
    }

    @Test
    void requestThatTheServiceCannotEndKeepsNoOtherWaiting() {
        want(A);
        pass();
        want(B);
        pass();
        fake.broken = "r-1";
        new RecallEnds(recalls(), service(), ORIGIN).run();
        assertThat(fake.staged()).containsExactly(List.of(A));
        assertThat(recalls().origins()).isEmpty();
    }

    @Test
    void fileThatTheServiceFailsOnKeepsNoOtherWaitingAndIsAskedForAgain() {
        fake.brokenPaths.add(A);
        want(A);
        want(B);
        pass();
        assertThat(fake.staged()).containsExactly(List.of(B));
        assertThat(recall(A).state()).isEqualTo(RecallState.WANTED);
        assertThat(recall(A).note()).contains("500");
        fake.brokenPaths.clear();
        pass();
        assertThat(fake.staged()).as("not at once").hasSize(1);
        pass();
        assertThat(fake.staged()).containsExactly(List.of(B), List.of(A));
    }

    @Test
    void fileThatTheServiceDoesNotStageKeepsNoOtherWaiting() {
        want(A);
        want(B);
        fake.brokenToStage = A;
        pass();
        assertThat(fake.staged()).containsExactly(List.of(B));
        assertThat(recall(A).note()).isEqualTo("the tape service takes no request for it: 500");
    }

    @Test
    void serviceThatFailsOnAllNewFilesIsWatchedForTheOthers() {
        want(A);
        pass();
        want(B);
        fake.brokenPaths.add(B);
        fake.arrive(A);
        pass();
        assertThat(recall(A).state()).isEqualTo(RecallState.ON_DISK);
        assertThat(recall(B).note()).contains("500");
        fake.brokenPaths.clear();
        pass();
        assertThat(fake.staged()).as("not at once").hasSize(1);
        pass();
        assertThat(fake.staged()).containsExactly(List.of(A), List.of(B));
    }

    @Test
    void serviceThatTakesNoRequestIsLeftAloneForAWhile() {
        want(A);
        fake.brokenToStage = A;
        pass();
        long calls = stageCalls();
        pass();
        assertThat(stageCalls()).isEqualTo(calls);
        fake.brokenToStage = "";
        pass();
        assertThat(fake.staged()).containsExactly(List.of(A));
    }

    private long stageCalls() {
        return fake.calls().stream()
                .filter(call -> call.startsWith("POST /stage "))
                .count();
    }

    @Test
    void serviceThatFailsOnEverythingEndsThePass() {
        fake.brokenPaths.add(A);
        want(A);
        assertThatThrownBy(this::pass)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATA_NODE_UNREACHABLE));
        assertThat(recall(A).looked()).isNull();
    }

    @Test
    void fileThatNeverCameIsRequestedAgainAfterThePatienceWhereNoStateIsTold() {
        fake.close();
        fake = new FakeTapeService(Dialect.EOS);
        want(A);
        pass();
        fake.arrive(A);
        fake.put(A, "TAPE"); // it came and left between two looks
        pass();
        assertThat(recall(A).state()).as("it may be on its way").isEqualTo(RecallState.ASKED);
        open.clock.turn(TapePolicy.PATIENCE_USUAL);
        pass();
        assertThat(recall(A).state()).isEqualTo(RecallState.WANTED);
        assertThat(recall(A).note()).contains("longer than staging-patience");
        pass();
        pass();
        assertThat(fake.staged()).hasSize(2);
        assertThat(recall(A).state()).isEqualTo(RecallState.ASKED);
    }

    @Test
    void requestThatTellsItsStateIsNotGivenUpHoweverLongItTakes() {
        want(A);
        pass();
        open.clock.turn(TapePolicy.PATIENCE_USUAL.multipliedBy(3));
        pass();
        assertThat(recall(A).state()).isEqualTo(RecallState.ASKED);
        assertThat(fake.staged()).hasSize(1);
    }

    @Test
    void busyServiceEndsThePass() {
        want(A);
        pass();
        fake.refusals.set(1);
        assertThatThrownBy(this::pass)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATA_NODE_BUSY));
    }
}
