package org.bdm.core.source.http.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How long the trouble and the rate of a data node count, and what outlives the process. */
class DataNodeTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T10:00:00Z");

    private Duration passed = Duration.ZERO;
    private final DataNode node = node();

    private DataNode node() {
        return new DataNode(
                "a.example", 4, HttpTiming.USUAL, () -> BEGIN.plus(passed), () -> passed.toNanos(), new Random(1));
    }

    private void pass(int minutes) {
        passed = passed.plus(Duration.ofMinutes(minutes));
    }

    @Test
    void failureCountsForAnHour() {
        node.failed("no connection", false);
        pass(59);
        assertThat(node.hadTroubleLately()).isTrue();
        pass(1);
        assertThat(node.hadTroubleLately()).isFalse();
    }

    @Test
    void breakingOffAndBeingBusyCountForFiveMinutes() {
        node.brokeOff("ended early", 2 << 20, 1_000_000);
        pass(4);
        assertThat(node.hadTroubleLately()).isTrue();
        pass(1);
        assertThat(node.hadTroubleLately()).isFalse();
        node.busy("503", Optional.empty());
        pass(4);
        assertThat(node.hadTroubleLately()).isTrue();
        pass(1);
        assertThat(node.hadTroubleLately()).isFalse();
    }

    @Test
    void whatIsShorterDoesNotEndWhatIsLonger() {
        node.failed("no connection", false);
        node.brokeOff("ended early", 2 << 20, 1_000_000);
        pass(30);
        assertThat(node.hadTroubleLately()).isTrue();
    }

    @Test
    void successEndsIt() {
        node.failed("no connection", false);
        node.succeeded(1 << 20, 1_000_000);
        assertThat(node.hadTroubleLately()).isFalse();
        node.brokeOff("ended early", 2 << 20, 1_000_000);
        pass(5);
        assertThat(node.hadTroubleLately())
                .as("an hour of the failure before is over")
                .isFalse();
    }

    @Test
    void rateIsForgottenAfterThirtyDays() {
        node.succeeded(8 << 20, 1_000_000_000);
        pass(30 * 24 * 60 - 1);
        assertThat(node.bytesPerSecond()).hasValue(8 << 20);
        pass(1);
        assertThat(node.bytesPerSecond()).isEmpty();
        assertThat(node.history().isEmpty()).isTrue();
        node.succeeded(1 << 20, 1_000_000_000);
        assertThat(node.bytesPerSecond()).as("nothing of the old one is in it").hasValue(1 << 20);
    }

    @Test
    void whatIsKnownOutlivesTheProcess() {
        node.succeeded(8 << 20, 1_000_000_000);
        node.failed("no connection", false);
        pass(30);
        NodeHistory history = node.history();
        DataNode later = node();
        later.recall(history);
        assertThat(later.bytesPerSecond()).hasValue(8 << 20);
        assertThat(later.hadTroubleLately()).isTrue();
        assertThat(later.history()).isEqualTo(history);
        pass(30);
        assertThat(later.hadTroubleLately()).isFalse();
        assertThat(later.view().trouble()).contains("no connection");
        later.succeeded(1 << 20, 1_000_000_000);
        assertThat(later.history().trouble()).isEmpty();
    }

    @Test
    void clockThatWasPutBackMakesTroubleNoLonger() {
        node.failed("no connection", false);
        NodeHistory history = node.history();
        passed = Duration.ofDays(-300);
        DataNode later = node();
        later.recall(history);
        pass(60);
        assertThat(later.hadTroubleLately()).isFalse();
    }
}
