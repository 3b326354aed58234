package org.bdm.core.source.http.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How many requests a data node gets, how jobs share them, and what is learnt from those that went well. */
class DataNodeLimitsTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T10:00:00Z");
    private static final long SECOND = 1_000_000_000L;
    private static final NodeUser A = NodeUser.usual();
    private static final NodeUser B = NodeUser.usual();
    private static final NodeUser C = NodeUser.usual();
    private static final NodeUser D = NodeUser.usual();
    private static final NodeUser GONE = NodeUser.usual();

    private Duration passed = Duration.ZERO;
    private int woken;
    private final DataNode node = new DataNode(
            "a.example", 6, HttpTiming.USUAL, () -> BEGIN.plus(passed), () -> passed.toNanos(), new Random(1));

    private void pass(long seconds) {
        passed = passed.plusSeconds(seconds);
    }

    private int takeAll(NodeUser holder) {
        int taken = 0;
        while (node.take(holder)) taken++;
        return taken;
    }

    private int limit() {
        return node.view().connectionsMax();
    }

    private void succeed(int times) {
        for (int i = 0; i < times; i++) node.succeeded(1, 1);
    }

    // ---- places ----

    @Test
    void oneJobMayHoldAllPlacesAndGetsBackWhatItGave() {
        assertThat(takeAll(A)).isEqualTo(6);
        assertThat(node.view().connectionsBusy()).isEqualTo(6);
        node.giveBack(A);
        assertThat(node.view().connectionsBusy()).isEqualTo(5);
        assertThat(takeAll(A)).isEqualTo(1);
    }

    @Test
    void processesThatShareTheNodeHaveTheirPartOfItsPlacesAndAtLeastOne() {
        node.share(2);
        assertThat(takeAll(A)).isEqualTo(3);
        node.share(4);
        node.giveBack(A);
        assertThat(node.take(A)).as("2 are open, of which 1 is too many").isFalse();
        node.share(100);
        assertThat(limit()).isEqualTo(1);
        node.whenFree(B, () -> woken++);
        node.share(1);
        assertThat(woken).isEqualTo(1);
        assertThat(takeAll(B)).isEqualTo(4);
        assertThat(node.view().connectionsConfigured()).isEqualTo(6);
    }

    @Test
    void whatANodeDoesNotBearIsNotGivenBackByFewerProcesses() {
        takeAll(A);
        node.busy("503", Optional.empty());
        assertThat(limit()).isEqualTo(3);
        node.share(3);
        assertThat(limit()).isEqualTo(2);
        node.share(1);
        assertThat(limit()).as("it grows with its answers").isLessThan(6);
    }

    @Test
    void whoWaitsIsWokenUntilItTakesAPlaceOrForgets() {
        takeAll(A);
        node.whenFree(B, () -> woken++);
        node.giveBack(A);
        node.giveBack(A);
        assertThat(woken).isEqualTo(2);
        assertThat(node.take(B)).isTrue();
        node.giveBack(B);
        assertThat(woken).isEqualTo(2);
        node.whenFree(B, () -> woken++);
        node.forget(B);
        node.giveBack(A);
        assertThat(woken).isEqualTo(2);
    }

    @Test
    void jobThatHoldsItsShareLeavesFreePlacesToThoseThatWait() {
        takeAll(A);
        node.whenFree(B, () -> woken++);
        for (int i = 0; i < 3; i++) node.giveBack(A);
        assertThat(node.mayTake(A)).as("three of six are its share").isFalse();
        node.giveBack(A);
        assertThat(node.mayTake(A)).as("two of six are less").isTrue();
        assertThat(node.mayTake(B)).isTrue();
    }

    @Test
    void shareIsRoundedUpAndCountsJobsThatHoldAndJobsThatWaitOnce() {
        for (int i = 0; i < 2; i++) assertThat(node.take(A)).isTrue();
        for (int i = 0; i < 1; i++) assertThat(node.take(B)).isTrue();
        node.whenFree(A, () -> woken++);
        node.whenFree(C, () -> woken++);
        node.whenFree(D, () -> woken++);
        assertThat(node.mayTake(A)).as("six among four are two").isFalse();
        assertThat(node.mayTake(B)).isTrue();
        node.forget(D);
        assertThat(node.mayTake(A)).as("six among three are two").isFalse();
        node.giveBack(B);
        assertThat(node.mayTake(A)).as("six among two are three").isTrue();
        node.forget(C);
        assertThat(node.mayTake(A)).as("nobody else waits").isTrue();
    }

    @Test
    void shareOfAJobIsThatOfItsPriorityAsItIsNow() {
        int[] weight = {8};
        NodeUser first = () -> weight[0];
        takeAll(A);
        node.whenFree(first, () -> woken++);
        for (int i = 0; i < 6; i++) node.giveBack(A);
        node.whenFree(A, () -> woken++);
        for (int i = 0; i < 4; i++) {
            assertThat(node.take(first)).as("place %d", i).isTrue();
            node.whenFree(first, () -> woken++);
        }
        assertThat(node.mayTake(first)).as("two thirds of six are four").isFalse();
        assertThat(node.mayTake(A)).isTrue();
        weight[0] = 20;
        assertThat(node.take(first)).as("five sixths of six are five").isTrue();
        weight[0] = 2000;
        node.whenFree(first, () -> woken++);
        assertThat(node.mayTake(first)).as("one is left for who has none").isFalse();
        assertThat(node.take(A)).isTrue();
    }

    @Test
    void jobThatHasGivenBackAllCountsNoMore() {
        assertThat(node.take(GONE)).isTrue();
        node.giveBack(GONE);
        for (int i = 0; i < 2; i++) assertThat(node.take(A)).isTrue();
        node.whenFree(B, () -> woken++);
        assertThat(node.mayTake(A)).as("six among two are three").isTrue();
    }

    // ---- the limit ----

    @Test
    void busyNodeGetsHalfOfWhatItHadOncePerPause() {
        takeAll(A);
        node.busy("503", Optional.of(Duration.ofSeconds(10)));
        assertThat(limit()).isEqualTo(3);
        node.busy("503", Optional.of(Duration.ofSeconds(10)));
        assertThat(limit()).as("requests that were under way").isEqualTo(3);
        pass(10);
        node.busy("503", Optional.of(Duration.ofSeconds(10)));
        assertThat(limit()).isEqualTo(1);
        pass(10);
        node.busy("503", Optional.of(Duration.ofSeconds(10)));
        assertThat(limit()).as("never none").isEqualTo(1);
    }

    @Test
    void halfIsThatOfTheRequestsUnderWay() {
        for (int i = 0; i < 4; i++) assertThat(node.take(A)).isTrue();
        node.busy("503", Optional.of(Duration.ofSeconds(10)));
        assertThat(limit()).isEqualTo(2);
    }

    @Test
    void limitGrowsByOneAfterSixteenSuccessesAndTenSeconds() {
        takeAll(A);
        node.busy("503", Optional.of(Duration.ofSeconds(1)));
        pass(10);
        succeed(15);
        assertThat(limit()).isEqualTo(3);
        succeed(1);
        assertThat(limit()).isEqualTo(4);
        succeed(40);
        assertThat(limit()).as("ten seconds have not passed since").isEqualTo(4);
        pass(9);
        succeed(1);
        assertThat(limit()).isEqualTo(4);
        pass(1);
        succeed(1);
        assertThat(limit()).isEqualTo(5);
        pass(10);
        succeed(15);
        assertThat(limit()).as("the count began anew").isEqualTo(5);
        succeed(1);
        assertThat(limit()).isEqualTo(6);
        pass(10);
        succeed(40);
        assertThat(limit()).as("not above what was configured").isEqualTo(6);
    }

    @Test
    void busyAnswerBeginsTheCountOfSuccessesAnew() {
        takeAll(A);
        node.busy("503", Optional.of(Duration.ofSeconds(1)));
        succeed(15);
        pass(10);
        node.busy("503", Optional.of(Duration.ofSeconds(1)));
        int halved = limit();
        succeed(16);
        assertThat(limit()).as("ten seconds after the pause before").isEqualTo(halved);
        pass(10);
        succeed(1);
        assertThat(limit()).isEqualTo(halved + 1);
    }

    @Test
    void successesBeforeABusyAnswerDoNotCount() {
        takeAll(A);
        node.busy("503", Optional.of(Duration.ofSeconds(1)));
        succeed(15);
        pass(1);
        node.busy("503", Optional.of(Duration.ofSeconds(1)));
        int halved = limit();
        pass(10);
        succeed(15);
        assertThat(limit()).isEqualTo(halved);
    }

    // ---- the rate ----

    @Test
    void rateIsSmoothed() {
        node.succeeded(8 << 20, 2 * SECOND);
        assertThat(node.bytesPerSecond()).hasValue(4 << 20);
        node.brokeOff("ended early", 14 << 20, SECOND);
        assertThat(node.bytesPerSecond().orElseThrow()).isCloseTo(7 << 20, within(1.0));
    }

    @Test
    void littleOrInstantaneousBytesAreNoMeasureOfTheRate() {
        node.succeeded((256 << 10) - 1, SECOND);
        node.succeeded(1 << 20, 0);
        node.brokeOff("ended early", 1000, SECOND);
        assertThat(node.bytesPerSecond()).isEmpty();
        node.succeeded(256 << 10, SECOND);
        assertThat(node.bytesPerSecond()).hasValue(256 << 10);
    }

    @Test
    void bytesOfRequestsThatBrokeOffCountAsReceived() {
        node.succeeded(700, 1);
        node.brokeOff("ended early", 77, 1);
        assertThat(node.view().bytesTotal()).isEqualTo(777);
        assertThat(node.view().connectionsConfigured()).isEqualTo(6);
    }

    @Test
    void brokenOffRequestMakesTheNodeGoLastButNotDown() {
        for (int i = 0; i < 20; i++) node.brokeOff("ended early", 2 << 20, SECOND);
        assertThat(node.hadTroubleLately()).isTrue();
        assertThat(node.isBreakerOpen()).isFalse();
    }
}
