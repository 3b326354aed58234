package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.adapt.AdaptReason;
import org.bdm.core.source.StreamRange;
import org.bdm.core.transfer.PinnedWorkers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A session finds its numbers of streams and writers while files move. Each block takes half a second on a stream, unless a test says else. */
class WorkerAdaptationTest {
    private static final int SMALL_BLOCK = 64 << 10; // of larger ones the digests would take most of the time
    private static final int FILES = 40;

    private final FetchRig rig = new FetchRig(3);
    private int streamsMost;
    private int streamsAtEnd;
    private int writersLeast = Integer.MAX_VALUE;
    private int writersMost;

    @BeforeEach
    void slowStreams() {
        rig.range = new StreamRange(1, 2, 8);
        rig.stepMicrosMax = 1_000_000;
        blocksOf(SMALL_BLOCK);
    }

    private void blocksOf(int bytes) {
        rig.tree = new SourceTree();
        rig.blockBytes = bytes;
        rig.cache = new PlainLender(32, bytes);
        rig.bytesPerMark = 4L * bytes;
        for (int i = 0; i < FILES; i++) rig.tree.addFile("f" + i, 4 * bytes);
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
        rig.pinned = new PinnedWorkers(3, 0, 0, 0);

        run();

        assertThat(streamsMost).isEqualTo(3);
        assertThat(rig.adapted).isEmpty();
    }

    @Test
    void aNumberThatAPersonSetIsUsedFromTheFirstSecondOn() {
        rig.pinned = new PinnedWorkers(5, 0, 0, 0);
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

    /** Runs, and returns the most readers of each stream that were used. */
    private int mostReaders() {
        int[] most = {0};
        rig.start();
        assertThat(rig.runUntil(() -> {
                    boolean hasBegun = rig.time.nanoTime() > 0;
                    most[0] = Math.max(most[0], hasBegun ? rig.withReaders.readers() : 0);
                    return rig.ended.size() == FILES;
                }))
                .isTrue();
        rig.assertArrived();
        rig.stop();
        return most[0];
    }

    @Test
    void readersAreAddedWhileTheDiskOfTheSourceLimitsAlsoWhereStreamsAreFixed() {
        rig.range = StreamRange.FIXED;
        rig.readersMost = 8;

        assertThat(mostReaders()).isGreaterThanOrEqualTo(4);

        assertThat(rig.adapted.get(0).sentence()).startsWith("Starting: ").endsWith("readers are tried.");
        assertThat(rig.adapted)
                .allSatisfy(decision -> assertThat(decision.counts().readers()).isBetween(1, 8));
    }

    @Test
    void noReaderIsAddedWhileTheNetworkLimits() {
        rig.range = StreamRange.FIXED;
        rig.readersMost = 8;
        rig.isNetworkSlow = true;

        assertThat(mostReaders()).isEqualTo(1);
    }

    @Test
    void aSessionDoesNotGoOnWithTheReadersOfAnotherOne() {
        rig.range = StreamRange.FIXED;
        rig.readersMost = 8;
        rig.readers = 6;
        rig.isNetworkSlow = true;

        assertThat(mostReaders()).isEqualTo(1);
    }

    @Test
    void aNumberOfReadersThatAPersonSetIsUsedAndStays() {
        rig.range = StreamRange.FIXED;
        rig.readersMost = 8;
        rig.pinned = new PinnedWorkers(0, 3, 0, 0);

        assertThat(mostReaders()).isEqualTo(3);

        assertThat(rig.adapted).isEmpty();
    }

    @Test
    void whoSetsMoreReadersThanTheSourceOffersIsToldWhatIsUsed() {
        rig.range = StreamRange.FIXED;
        rig.readersMost = 2;
        rig.pinned = new PinnedWorkers(0, 5, 0, 0);

        assertThat(mostReaders()).isEqualTo(2);

        assertThat(rig.adapted)
                .singleElement()
                .satisfies(
                        decision -> assertThat(decision.sentence())
                                .isEqualTo(
                                        "5 readers of each stream were set, but the source has no more than 2 for a stream; as many are used."));
    }

    /** Runs, and looks at the number of writers all the time; it is changed only once the session has begun. */
    private void runAndWatchWriters() {
        rig.start();
        assertThat(rig.runUntil(() -> {
                    int writers = rig.stages.writers.workers();
                    if (rig.time.nanoTime() > 0) {
                        writersLeast = Math.min(writersLeast, writers);
                        writersMost = Math.max(writersMost, writers);
                    }
                    return rig.ended.size() == FILES;
                }))
                .isTrue();
        rig.assertArrived();
        rig.stop();
    }

    @Test
    void moreWritersAreTriedWhenTheyHaveBecomeSlow() {
        blocksOf(1 << 20); // more than the source is asked for at once: else the last writes are too few to be noticed
        rig.writerThreads = 8;
        rig.range = StreamRange.FIXED;
        rig.start();
        assertThat(rig.runUntil(() -> rig.stages.writers.workers() < 8)).isTrue();
        int few = rig.stages.writers.workers();
        rig.stages.writers.nanosMax = 2_000_000_000;

        assertThat(rig.runUntil(() -> rig.stages.writers.workers() > few)).isTrue();

        assertThat(rig.adapted.get(rig.adapted.size() - 1).counts().writers()).isGreaterThan(few);
        assertThat(rig.runUntil(() -> rig.ended.size() == FILES)).isTrue();
        rig.assertArrived();
        rig.stop();
    }

    @Test
    void writersThatWaitMostOfTheTimeAreGivenUpAlsoWhereStreamsAreFixed() {
        rig.range = StreamRange.FIXED;
        rig.writerThreads = 8;

        runAndWatchWriters();

        assertThat(writersMost).isEqualTo(8);
        assertThat(writersLeast).isEqualTo(2);
        assertThat(rig.adapted.get(0).before().writers()).isEqualTo(8);
        assertThat(rig.adapted.get(0).sentence()).contains("2 writers");
        assertThat(rig.adapted)
                .isNotEmpty()
                .allSatisfy(decision -> assertThat(decision.counts().streams())
                        .isEqualTo(decision.before().streams()));
    }

    @Test
    void aNumberOfWritersThatAPersonSetStaysFromTheFirstByteOn() {
        rig.writerThreads = 8;
        rig.pinned = new PinnedWorkers(2, 0, 3, 0);

        runAndWatchWriters();

        assertThat(writersLeast).isEqualTo(3);
        assertThat(writersMost).isEqualTo(3);
        assertThat(rig.adapted).isEmpty();
    }

    @Test
    void whoSetsMoreThanTheNodeHasIsToldWhatIsUsed() {
        rig.writerThreads = 4;
        rig.hasherThreads = 2;
        rig.pinned = new PinnedWorkers(2, 0, 64, 2);

        runAndWatchWriters();

        assertThat(writersMost).isEqualTo(4);
        assertThat(rig.adapted).singleElement().satisfies(decision -> {
            assertThat(decision.reason()).isEqualTo(AdaptReason.PINNED);
            assertThat(decision.before().writers()).isEqualTo(64);
            assertThat(decision.counts().writers()).isEqualTo(4);
            assertThat(decision.sentence())
                    .isEqualTo("64 writers were set, but the node has threads for 4, which are used.");
        });
    }

    @Test
    void oneOrTwoWritersAreLeftAlone() {
        rig.writerThreads = 2;
        rig.range = StreamRange.FIXED;

        runAndWatchWriters();

        assertThat(writersLeast).isEqualTo(2);
        assertThat(rig.adapted).isEmpty();
    }
}
