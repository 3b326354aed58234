package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.source.StreamRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A session finds its number of streams while files move. Blocks of 1 MiB; each takes half a second on a stream, unless a test says else. */
class StreamAdaptationTest {
    private static final int MIB = 1 << 20;
    private static final int FILES = 40;

    private final FetchRig rig = new FetchRig(3);
    private int streamsMost;
    private int streamsAtEnd;

    @BeforeEach
    void slowStreams() {
        rig.blockBytes = MIB;
        rig.cache = new PlainLender(32, MIB);
        rig.bytesPerMark = 4 * MIB;
        rig.range = new StreamRange(1, 2, 8);
        rig.stepMicrosMax = 1_000_000;
        for (int i = 0; i < FILES; i++) rig.tree.addFile("f" + i, 4 * MIB);
    }

    private void run() {
        rig.start();
        assertThat(rig.runUntil(() -> {
                    streamsAtEnd = rig.source.streams();
                    streamsMost = Math.max(streamsMost, streamsAtEnd);
                    return rig.ended.size() == FILES;
                }))
                .isTrue();
        rig.assertArrived();
        rig.stop();
    }

    @Test
    void streamsAreAddedWhileTheNetworkLimits() {
        run();

        assertThat(streamsMost).isGreaterThanOrEqualTo(5);
        assertThat(rig.adapted)
                .isNotEmpty()
                .allSatisfy(decision -> assertThat(decision.sentence()).isNotEmpty());
        assertThat(rig.adapted.get(0).sentence()).startsWith("Starting: ").endsWith("streams are tried.");
    }

    @Test
    void noStreamIsAddedWhileTheDiskLimits() {
        rig.writeNanosMax = 2_000_000_000;
        rig.stepMicrosMax = 100_000;

        run();

        assertThat(streamsMost).isEqualTo(2);
    }

    @Test
    void aSessionDoesNotGoOnWithTheNumberOfAnotherOne() {
        rig.streams = 6;
        rig.writeNanosMax = 2_000_000_000;
        rig.stepMicrosMax = 100_000;

        run();

        assertThat(streamsAtEnd).isLessThanOrEqualTo(2);
    }

    @Test
    void aNumberThatAPersonSetIsUsedAndStays() {
        rig.streamsPinned = 3;

        run();

        assertThat(streamsMost).isEqualTo(3);
        assertThat(rig.adapted).isEmpty();
    }

    @Test
    void aNumberThatAPersonSetIsUsedFromTheFirstSecondOn() {
        rig.streamsPinned = 5;
        rig.stepMicrosMax = 2000; // all is there before the first look at the stages

        run();

        assertThat(streamsMost).isEqualTo(5);
    }

    @Test
    void aSourceWithAFixedNumberIsLeftAlone() {
        rig.range = StreamRange.FIXED;

        run();

        assertThat(streamsMost).isEqualTo(2);
        assertThat(rig.adapted).isEmpty();
    }
}
