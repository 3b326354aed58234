package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How long the trouble of a data node counts. */
class DataNodeTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T10:00:00Z");

    private Duration passed = Duration.ZERO;
    private final DataNode node = new DataNode(
            "a.example",
            4,
            HttpTiming.USUAL,
            () -> BEGIN.plus(passed),
            () -> Long.MAX_VALUE - 7 + passed.toNanos(),
            new Random(1));

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
}
