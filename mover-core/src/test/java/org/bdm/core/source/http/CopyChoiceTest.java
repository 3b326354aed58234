package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.CopyTrouble;
import org.bdm.core.source.http.node.NodeUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which copy is asked, which file waits, and what is said of one that no copy is left for. */
class CopyChoiceTest {
    private static final String A = "https://a.example/f.nc";
    private static final String B = "https://b.example/f.nc";
    private static final long SIZE = 1000;
    private static final long SECOND = 1_000_000_000L;

    private final UnaskedNodes nodes = new UnaskedNodes(Map.of());
    private final List<String> woken = new ArrayList<>();
    private final NodeUser holder = NodeUser.usual();
    private final CopyChoice choice = new CopyChoice(holder, () -> woken.add("woken"));

    @AfterEach
    void close() {
        nodes.close();
    }

    private HttpCopy take(HttpFile file) {
        return choice.take(file, nodes.now());
    }

    private static CopyTrouble trouble(CopyTrouble.Kind kind, ErrorCode code) {
        return CopyTrouble.of(kind, code, kind + " of a test");
    }

    private void fails(HttpCopy copy, CopyTrouble.Kind kind, ErrorCode code) {
        copy.failed(trouble(kind, code), nodes.now(), SECOND);
    }

    // ---- which copy ----

    @Test
    void preferredCopyIsAskedFirstAndTheOtherWhenItsNodeIsFull() {
        HttpFile file = nodes.file(SIZE, A, B);
        assertThat(take(file)).isSameAs(file.copies().get(0));
        assertThat(take(file)).isSameAs(file.copies().get(0));
        assertThat(take(file)).isSameAs(file.copies().get(1));
        assertThat(choice.isFull(file)).isFalse();
        assertThat(take(file)).isSameAs(file.copies().get(1));
        assertThat(take(file)).isNull();
        assertThat(choice.isFull(file)).isTrue();
        choice.beginRound();
        assertThat(choice.isFull(file)).isFalse();
    }

    @Test
    void fullNodeWakesOnceWhenItHasRoom() {
        HttpFile file = nodes.file(SIZE, A);
        while (take(file) != null) {}
        choice.beginRound();
        assertThat(take(file)).isNull();
        nodes.nodes.node("a.example").giveBack(holder);
        assertThat(woken).containsExactly("woken");
        choice.beginRound();
        assertThat(take(file)).isNotNull();
        choice.beginRound();
        assertThat(take(file)).isNull();
        nodes.nodes.node("a.example").giveBack(holder);
        assertThat(woken).as("it waits again").hasSize(2);
    }

    @Test
    void endedChoiceIsWokenNoMore() {
        HttpFile file = nodes.file(SIZE, A);
        while (take(file) != null) {}
        choice.end();
        nodes.nodes.node("a.example").giveBack(holder);
        assertThat(woken).isEmpty();
    }

    @Test
    void copyThatIsNotReadyIsPassedOver() {
        HttpFile file = nodes.file(SIZE, A, B);
        file.copies().get(0).recalling();
        assertThat(take(file)).isSameAs(file.copies().get(1));
    }

    @Test
    void afterAWrongDigestOnlyTheChosenCopyIsAsked() {
        HttpFile file = nodes.file(SIZE, A, B);
        assertThat(file.trials().giveUpOnly(List.of(URI.create(B)))).isTrue();
        while (true) {
            HttpCopy copy = take(file);
            if (copy == null) break;
            assertThat(copy.location()).isEqualTo(URI.create(B));
        }
        file.copies().get(1).failed(trouble(CopyTrouble.Kind.COPY, ErrorCode.NOT_DATA), nodes.now(), SECOND);
        assertThat(CopyChoice.isHopeless(file, nodes.now())).isTrue();
    }

    @Test
    void fileWaitsAMinuteForACopyButNotLonger() {
        HttpFile file = nodes.file(SIZE, A);
        HttpCopy copy = file.copies().get(0);
        copy.failed(CopyTrouble.busy("503", Optional.of(Duration.ofSeconds(60)), false), nodes.now(), SECOND);
        assertThat(CopyChoice.isHopeless(file, nodes.now())).isFalse();
        assertThat(take(file)).isNull();
        copy.failed(CopyTrouble.busy("503", Optional.of(Duration.ofSeconds(61)), false), nodes.now(), SECOND);
        assertThat(CopyChoice.isHopeless(file, nodes.now())).isTrue();
    }

    @Test
    void fileWhoseNodeIsDownIsHopeless() {
        HttpFile file = nodes.file(SIZE, A);
        nodes.nodes.node("a.example").failed("no connection", true);
        assertThat(CopyChoice.isHopeless(file, nodes.now())).isTrue();
        assertThat(take(file)).isNull();
    }

    @Test
    void fileWhoseNodeIsBusyForLongIsHopeless() {
        HttpFile file = nodes.file(SIZE, A);
        nodes.nodes.node("a.example").busy("503", Optional.of(Duration.ofMinutes(10)));
        assertThat(CopyChoice.isHopeless(file, nodes.now())).isTrue();
    }

    // ---- another one instead of a slow one ----

    private boolean hasOther(HttpFile file) {
        return CopyChoice.hasOther(file, file.copies().get(0), nodes.now());
    }

    @Test
    void healthyCopyAtAnotherNodeCanReplaceASlowOne() {
        assertThat(hasOther(nodes.file(SIZE, A, B))).isTrue();
        assertThat(hasOther(nodes.file(SIZE, A))).isFalse();
        assertThat(hasOther(nodes.file(SIZE, A, "https://a.example/g.nc"))).isFalse();
    }

    @Test
    void copyThatIsMissingOrNotReadyOrInTroubleReplacesNone() {
        HttpFile file = nodes.file(SIZE, A, B);
        file.copies().get(1).recalling();
        assertThat(hasOther(file)).isFalse();
        file.copies().get(1).recalled(Optional.empty());
        assertThat(hasOther(file)).isTrue();
        nodes.nodes.node("b.example").failed("no connection", false);
        assertThat(hasOther(file)).isFalse();
        HttpFile missing = nodes.file(SIZE, A, "https://c.example/f.nc");
        fails(missing.copies().get(1), CopyTrouble.Kind.NOT_FOUND, ErrorCode.SOURCE_NOT_FOUND);
        fails(missing.copies().get(1), CopyTrouble.Kind.NOT_FOUND, ErrorCode.SOURCE_NOT_FOUND);
        missing.copies().get(1).anew();
        nodes.turn(Duration.ofSeconds(10));
        assertThat(missing.copies().get(1).isReady(nodes.now())).isTrue();
        assertThat(hasOther(missing)).isFalse();
    }

    // ---- files that wait ----

    @Test
    void filesAreAskedForInOrderUntilTheirNodesAreFull() {
        WaitingFiles waiting = new WaitingFiles();
        List<HttpFile> files = List.of(nodes.file(SIZE, A), nodes.file(SIZE, A), nodes.file(SIZE, A));
        files.forEach(waiting::add);
        waiting.add(files.get(0));
        assertThat(waiting.size()).isEqualTo(3);
        List<HttpFile> asked = new ArrayList<>();
        assertThat(ask(waiting, asked)).isEmpty();
        assertThat(asked).containsExactly(files.get(0), files.get(1));
        assertThat(waiting.size()).isEqualTo(1);
        waiting.remove(files.get(0));
        assertThat(waiting.size()).as("it does not wait any more").isEqualTo(1);
        waiting.remove(files.get(2));
        assertThat(waiting.size()).isZero();
    }

    @Test
    void fileWithoutAUsableCopyIsReportedAndGoesOnWaiting() {
        WaitingFiles waiting = new WaitingFiles();
        HttpFile hopeless = nodes.file(SIZE, A);
        waiting.add(hopeless);
        fails(hopeless.copies().get(0), CopyTrouble.Kind.COPY, ErrorCode.NOT_DATA);
        assertThat(ask(waiting, new ArrayList<>())).containsExactly(hopeless);
        assertThat(waiting.size()).isEqualTo(1);
        hopeless.copies().get(0).anew();
        nodes.turn(Duration.ofSeconds(10));
        List<HttpFile> asked = new ArrayList<>();
        assertThat(ask(waiting, asked)).isEmpty();
        assertThat(asked).containsExactly(hopeless);
    }

    private List<HttpFile> ask(WaitingFiles waiting, List<HttpFile> asked) {
        return waiting.ask(choice, nodes.now(), (file, copy) -> {
            asked.add(file);
            file.takeUnasked(false, UnaskedNodes.BLOCK_BYTES);
        });
    }

    // ---- what is said of a file without a copy ----

    private MoverException outcome(
            CopyTrouble.Kind first, ErrorCode firstCode, CopyTrouble.Kind second, ErrorCode code) {
        HttpFile file = nodes.file(SIZE, A, B);
        file.copies().get(0).failed(trouble(first, firstCode), nodes.now(), SECOND);
        file.copies().get(1).failed(trouble(second, code), nodes.now(), SECOND);
        return CopiesOutcome.of(file);
    }

    @Test
    void otherSizeMeansAChangeOnlyIfNoOtherCopyMayStillCome() {
        assertThat(outcome(
                                CopyTrouble.Kind.SIZE,
                                ErrorCode.SOURCE_CHANGED,
                                CopyTrouble.Kind.NOT_FOUND,
                                ErrorCode.SOURCE_NOT_FOUND)
                        .code())
                .isEqualTo(ErrorCode.SOURCE_CHANGED);
        assertThat(outcome(
                                CopyTrouble.Kind.SIZE,
                                ErrorCode.SOURCE_CHANGED,
                                CopyTrouble.Kind.FILE,
                                ErrorCode.CONNECTION_LOST)
                        .code())
                .isEqualTo(ErrorCode.CONNECTION_LOST);
    }

    @Test
    void otherSizeIsTriedAgainWhileTheNodeOfTheOtherCopyIsDownForAMoment() {
        nodes.nodes.node("b.example").failed("no connection", true);
        MoverException outcome = outcomeOfOtherSize();
        assertThat(outcome.code()).isEqualTo(ErrorCode.DATA_NODE_UNREACHABLE);
        assertThat(outcome.detail()).contains("b.example is not used until");
    }

    @Test
    void otherSizeMeansAChangeWhenTheNodeOfTheOtherCopyIsDownForLong() {
        for (int i = 0; i < 4; i++) {
            nodes.turn(Duration.ofHours(1));
            nodes.nodes.node("b.example").failed("no connection", true);
        }
        MoverException outcome = outcomeOfOtherSize();
        assertThat(outcome.code()).isEqualTo(ErrorCode.SOURCE_CHANGED);
        assertThat(outcome.detail()).contains("b.example is not used until");
    }

    private MoverException outcomeOfOtherSize() {
        HttpFile file = nodes.file(SIZE, A, B);
        fails(file.copies().get(0), CopyTrouble.Kind.SIZE, ErrorCode.SOURCE_CHANGED);
        return CopiesOutcome.of(file);
    }

    @Test
    void busyNodeLeavesTheFileToBeTriedAgain() {
        nodes.nodes.node("b.example").busy("503", Optional.of(Duration.ofMinutes(10)));
        HttpFile file = nodes.file(SIZE, A, B);
        fails(file.copies().get(0), CopyTrouble.Kind.SIZE, ErrorCode.SOURCE_CHANGED);
        assertThat(CopiesOutcome.of(file).code()).isEqualTo(ErrorCode.DATA_NODE_BUSY);
    }

    @Test
    void reasonThatMayPassCountsMoreThanOneThatStays() {
        assertThat(outcome(CopyTrouble.Kind.COPY, ErrorCode.NOT_DATA, CopyTrouble.Kind.FILE, ErrorCode.CONNECTION_LOST)
                        .code())
                .isEqualTo(ErrorCode.CONNECTION_LOST);
        assertThat(outcome(
                                CopyTrouble.Kind.NOT_FOUND,
                                ErrorCode.SOURCE_NOT_FOUND,
                                CopyTrouble.Kind.COPY,
                                ErrorCode.LOGIN_NEEDED)
                        .code())
                .isEqualTo(ErrorCode.LOGIN_NEEDED);
        assertThat(outcome(
                                CopyTrouble.Kind.NOT_FOUND,
                                ErrorCode.SOURCE_NOT_FOUND,
                                CopyTrouble.Kind.NOT_FOUND,
                                ErrorCode.SOURCE_NOT_FOUND)
                        .code())
                .isEqualTo(ErrorCode.SOURCE_NOT_FOUND);
    }

    @Test
    void eachCopyIsNamedWithItsReasonUpToFive() {
        String[] locations = new String[7];
        for (int i = 0; i < locations.length; i++) locations[i] = "https://n" + i + ".example/f.nc";
        HttpFile file = nodes.file(SIZE, locations);
        for (int i = 0; i < locations.length; i++) {
            file.copies()
                    .get(i)
                    .failed(
                            CopyTrouble.of(CopyTrouble.Kind.COPY, ErrorCode.NOT_DATA, "reason " + i),
                            nodes.now(),
                            SECOND);
        }
        assertThat(CopiesOutcome.of(file).detail())
                .isEqualTo(
                        "no copy of /file-1 is available: reason 0; reason 1; reason 2; reason 3; reason 4; and 2 more");
    }
}
