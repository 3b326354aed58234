package org.bdm.core.source.http.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.bdm.core.fault.ErrorCode;
import org.junit.jupiter.api.Test;

/** When a data node is left alone, for how long, and what is asked of it afterwards. */
class DataNodePausesTest {
    private static final NodeUser JOB = NodeUser.usual();
    private static final NodeUser OTHER_JOB = NodeUser.usual();
    private static final Instant BEGIN = Instant.parse("2026-01-01T10:00:00Z");
    private static final Duration NANO = Duration.ofNanos(1);
    private static final CopyTrouble BROKEN =
            CopyTrouble.of(CopyTrouble.Kind.FILE, ErrorCode.DATA_NODE_UNREACHABLE, "answers 500");
    private static final CopyTrouble SILENT =
            CopyTrouble.of(CopyTrouble.Kind.FILE, ErrorCode.TIMED_OUT, "has sent nothing");

    private final Draws draws = new Draws();
    private Duration passed = Duration.ZERO;
    private final DataNode node =
            new DataNode("a.example", 8, HttpTiming.USUAL, () -> BEGIN.plus(passed), () -> passed.toNanos(), draws);

    /** Draws the lowest or the highest number. */
    private static final class Draws extends Random {
        private static final long serialVersionUID = 1L;
        private boolean isHigh;

        @Override
        public long nextLong(long bound) {
            return isHigh ? bound - 1 : 0;
        }
    }

    private void pass(Duration time) {
        passed = passed.plus(time);
    }

    private static Duration seconds(double count) {
        return Duration.ofNanos((long) (count * 1e9));
    }

    private Duration pause() {
        return Duration.ofNanos(node.nanosUntilNextTry());
    }

    private void failThreeTimes() {
        for (int i = 0; i < 3; i++) node.failed("no connection", false);
    }

    private void failFor(int files, CopyTrouble trouble) {
        failFor(0, files, trouble);
    }

    private void failFor(int firstFile, int endExclusive, CopyTrouble trouble) {
        for (int i = firstFile; i < endExclusive; i++) node.failedFor(URI.create("https://a.example/" + i), trouble);
    }

    // ---- unreachable ----

    @Test
    void thirdFailureInARowOpensTheBreaker() {
        node.failed("no connection", false);
        node.failed("no connection", false);
        assertThat(node.isBreakerOpen()).isFalse();
        assertThat(node.mayTake(JOB)).isTrue();
        node.failed("no connection", false);
        assertThat(node.isBreakerOpen()).isTrue();
        assertThat(node.mayTake(JOB)).isFalse();
    }

    @Test
    void anAnswerBetweenFailuresBeginsTheCountAnew() {
        node.failed("no connection", false);
        node.failed("no connection", false);
        node.answered();
        node.failed("no connection", false);
        node.failed("no connection", false);
        assertThat(node.isBreakerOpen()).isFalse();
    }

    @Test
    void certainFailureOpensTheBreakerAtOnce() {
        node.failed("expired certificate", true);
        assertThat(node.isBreakerOpen()).isTrue();
    }

    @Test
    void pauseIsSpreadByAQuarterEitherWay() {
        failThreeTimes();
        assertThat(pause()).isEqualTo(seconds(7.5));
        node.answered();
        draws.isHigh = true;
        pass(seconds(60));
        node.succeeded(0, 1);
        failThreeTimes();
        assertThat(pause()).isEqualTo(seconds(12.5));
    }

    @Test
    void breakerEndsWithItsPauseAndLetsOneProbeThrough() {
        failThreeTimes();
        pass(seconds(7.5).minus(NANO));
        assertThat(node.isBreakerOpen()).isTrue();
        assertThat(node.take(JOB)).isFalse();
        pass(NANO);
        assertThat(node.isBreakerOpen()).isFalse();
        assertThat(pause()).isZero();
        assertThat(node.take(JOB)).isTrue();
        assertThat(node.take(OTHER_JOB)).isFalse();
        node.answered();
        assertThat(node.take(OTHER_JOB)).isTrue();
    }

    @Test
    void eachFailedProbeDoublesThePauseUpToTenMinutes() {
        failThreeTimes();
        for (int factor : new int[] {1, 2, 4, 8, 16, 32, 64, 64}) {
            assertThat(pause()).isEqualTo(seconds(7.5 * factor));
            pass(pause());
            node.failed("no connection", false);
        }
    }

    @Test
    void requestsThatBeganBeforeThePauseDoNotLengthenIt() {
        failThreeTimes();
        pass(seconds(1));
        failThreeTimes();
        assertThat(pause()).isEqualTo(seconds(6.5));
    }

    @Test
    void nodeIsDownForLongAfterFourPausesUntilAFileComes() {
        failThreeTimes();
        for (int openings = 1; openings < 4; openings++) {
            assertThat(node.isDownForLong()).isFalse();
            pass(pause());
            node.failed("no connection", false);
        }
        assertThat(node.isDownForLong()).isTrue();
        node.succeeded(1, 1);
        assertThat(node.isDownForLong()).isFalse();
        failThreeTimes();
        assertThat(pause()).as("the pauses begin anew").isEqualTo(seconds(7.5));
    }

    // ---- files that do not come ----

    @Test
    void sixteenBrokenFilesOpenTheBreakerAndOneFileSixteenTimesDoesNot() {
        for (int i = 0; i < 16; i++) failFor(1, BROKEN);
        assertThat(node.isBreakerOpen()).isFalse();
        assertThat(node.hadTroubleLately()).isFalse();
        failFor(15, BROKEN);
        assertThat(node.isBreakerOpen()).isFalse();
        failFor(16, BROKEN);
        assertThat(node.isBreakerOpen()).isTrue();
        assertThat(node.view().failuresInARow()).isEqualTo(16);
        assertThat(node.view().trouble()).contains("answers 500");
    }

    @Test
    void threeSilentFilesOpenTheBreaker() {
        failFor(2, SILENT);
        assertThat(node.isBreakerOpen()).isFalse();
        failFor(3, SILENT);
        assertThat(node.isBreakerOpen()).isTrue();
        assertThat(node.hadTroubleLately()).isTrue();
    }

    @Test
    void fileThatComesBetweenBeginsTheCountOfFilesAnew() {
        failFor(15, BROKEN);
        node.succeeded(1, 1);
        failFor(15, 30, BROKEN);
        assertThat(node.isBreakerOpen()).isFalse();
    }

    @Test
    void afterBrokenFilesFourProbesFindOutWhetherTheNodeIsBack() {
        failFor(16, BROKEN);
        pass(pause());
        for (int i = 0; i < 4; i++) assertThat(node.take(JOB)).isTrue();
        assertThat(node.take(JOB)).isFalse();
    }

    @Test
    void brokenFileOfTheProbeOpensTheBreakerAgain() {
        failFor(16, BROKEN);
        pass(pause());
        failFor(1, BROKEN);
        assertThat(pause()).isEqualTo(seconds(15));
    }

    @Test
    void brokenFileShowsThatAnUnreachableNodeIsBack() {
        failThreeTimes();
        pass(pause());
        failFor(1, BROKEN);
        assertThat(node.isBreakerOpen()).isFalse();
        assertThat(node.take(JOB)).isTrue();
        assertThat(node.take(OTHER_JOB)).isTrue();
        assertThat(node.view().failuresInARow()).isEqualTo(1);
    }

    @Test
    void silenceDoesNotShowThatAnUnreachableNodeIsBack() {
        failThreeTimes();
        pass(pause());
        failFor(1, SILENT);
        assertThat(node.isBreakerOpen()).isTrue();
        assertThat(pause()).isEqualTo(seconds(15));
    }

    // ---- busy ----

    @Test
    void busyNodeIsLeftAloneForAsLongAsItAsks() {
        node.busy("503", Optional.of(Duration.ofSeconds(40)));
        assertThat(pause()).isEqualTo(seconds(40));
        pass(seconds(40).minus(NANO));
        assertThat(node.mayTake(JOB)).isFalse();
        pass(NANO);
        assertThat(node.mayTake(JOB)).isTrue();
    }

    @Test
    void pauseThatANodeAsksForIsTenMinutesAtMost() {
        node.busy("503", Optional.of(Duration.ofHours(2)));
        assertThat(pause()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void shorterPauseDoesNotCutALongerOne() {
        node.busy("503", Optional.of(Duration.ofSeconds(40)));
        node.busy("503", Optional.of(Duration.ofSeconds(5)));
        assertThat(pause()).isEqualTo(seconds(40));
    }

    @Test
    void pauseOfABusyNodeThatNamesNoneDoublesUntilAFileComes() {
        for (int factor : new int[] {1, 2, 4, 8, 16, 32, 64, 64}) {
            node.busy("503", Optional.empty());
            assertThat(pause()).isEqualTo(seconds(1.5 * factor));
            pass(pause());
        }
        node.succeeded(1, 1);
        node.busy("503", Optional.empty());
        assertThat(pause()).isEqualTo(seconds(1.5));
    }

    @Test
    void thirdBusyFileMakesTheNodeBusyAndOneFileThreeTimesDoesNot() {
        CopyTrouble busy = CopyTrouble.busy("answers 503", Optional.of(Duration.ofSeconds(9)), false);
        for (int i = 0; i < 3; i++) node.busyFor(URI.create("https://a.example/0"), busy);
        node.busyFor(URI.create("https://a.example/1"), busy);
        assertThat(pause()).isZero();
        node.busyFor(URI.create("https://a.example/2"), busy);
        assertThat(pause()).isEqualTo(seconds(9));
        assertThat(node.whyNotNow()).contains("2026-01-01T10:00:09Z: answers 503");
    }

    @Test
    void fileThatComesBeginsTheCountOfBusyFilesAnew() {
        CopyTrouble busy = CopyTrouble.busy("answers 503", Optional.of(Duration.ofSeconds(9)), false);
        node.busyFor(URI.create("https://a.example/0"), busy);
        node.busyFor(URI.create("https://a.example/1"), busy);
        node.answered();
        node.busyFor(URI.create("https://a.example/2"), busy);
        assertThat(pause()).isZero();
    }

    @Test
    void busyAnswerThatMeansTheNodeCountsAtOnce() {
        node.busyFor(
                URI.create("https://a.example/0"),
                CopyTrouble.busy("answers 429", Optional.of(Duration.ofSeconds(9)), true));
        assertThat(pause()).isEqualTo(seconds(9));
    }

    // ---- what is shown ----

    @Test
    void viewNamesTheNextTryAndTheWhyOfThePause() {
        assertThat(node.whyNotNow()).isEmpty();
        assertThat(node.view().nextTry()).isEmpty();
        node.failed("expired certificate", true);
        pass(seconds(2));
        assertThat(node.whyNotNow()).contains("2026-01-01T10:00:07Z: expired certificate");
        assertThat(node.view().nextTry()).contains(BEGIN.plusSeconds(7));
        pass(pause());
        assertThat(node.whyNotNow()).isEmpty();
        assertThat(node.view().nextTry()).isEmpty();
    }
}
