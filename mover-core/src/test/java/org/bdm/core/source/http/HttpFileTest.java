package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.WantedFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a file is cut into requests, what is asked for again, and when it counts as resumed. */
class HttpFileTest {
    private static final String A = "https://a.example/f.nc";
    private static final long MIB = 1L << 20;
    private static final int BLOCK_BYTES = 1 << 20;

    private final UnaskedNodes nodes = new UnaskedNodes(Map.of());

    @AfterEach
    void close() {
        nodes.close();
    }

    private static List<ByteRange> takeAll(HttpFile file, boolean mayHalve) {
        List<ByteRange> all = new ArrayList<>();
        while (file.hasUnasked())
            all.add(file.takeUnasked(mayHalve, BLOCK_BYTES).orElseThrow());
        return all;
    }

    @Test
    void longFileIsAskedForInRangesOf64MiB() {
        assertThat(takeAll(nodes.file(100 * MIB, A), false))
                .containsExactly(new ByteRange(0, 64 * MIB), new ByteRange(64 * MIB, 36 * MIB));
    }

    @Test
    void lastRangesAreHalvedButNotBelow16MiB() {
        assertThat(takeAll(nodes.file(32 * MIB, A), true))
                .containsExactly(new ByteRange(0, 16 * MIB), new ByteRange(16 * MIB, 16 * MIB));
        assertThat(takeAll(nodes.file(32 * MIB - 1, A), true)).containsExactly(new ByteRange(0, 32 * MIB - 1));
    }

    @Test
    void rangeEndsWhereABlockEnds() {
        HttpFile file = nodes.file(UnaskedNodes.wanted(200 * MIB, List.of(new ByteRange(1000, 150 * MIB)), A));
        assertThat(file.takeUnasked(false, BLOCK_BYTES)).contains(ByteRange.between(1000, 64 * MIB));
        assertThat(file.takeUnasked(false, 1 << 30))
                .as("a block longer than a range does not make it empty")
                .contains(ByteRange.between(64 * MIB, 128 * MIB));
    }

    @Test
    void emptyFileIsAskedForOnce() {
        HttpFile file = nodes.file(0, A);
        assertThat(file.hasUnasked()).isTrue();
        assertThat(file.takeUnasked(false, BLOCK_BYTES)).isEmpty();
        assertThat(file.hasUnasked()).isFalse();
        file.giveBack(Optional.empty());
        assertThat(file.hasUnasked()).isTrue();
        assertThat(file.arrived(new ByteRange(0, 1))).isEqualTo(1);
        assertThat(file.takeUnasked(false, BLOCK_BYTES)).isEmpty();
        file.giveBack(Optional.empty());
        assertThat(file.hasUnasked()).as("nobody wants it any more").isFalse();
    }

    @Test
    void onlyWhatHasNotComeIsAskedForAgain() {
        HttpFile file = nodes.file(10 * MIB, A);
        ByteRange all = file.takeUnasked(false, BLOCK_BYTES).orElseThrow();
        assertThat(file.hasBytes()).isFalse();
        assertThat(file.arrived(new ByteRange(MIB, MIB))).isZero();
        assertThat(file.hasBytes()).isTrue();
        file.giveBack(Optional.of(all));
        assertThat(takeAll(file, false)).containsExactly(new ByteRange(0, MIB), new ByteRange(2 * MIB, 8 * MIB));
    }

    @Test
    void rangeThatIsGivenBackIsNotAskedForBeyondItsEnds() {
        HttpFile file = nodes.file(10 * MIB, A);
        takeAll(file, false);
        file.giveBack(Optional.of(new ByteRange(3 * MIB, MIB)));
        assertThat(takeAll(file, false)).containsExactly(new ByteRange(3 * MIB, MIB));
    }

    @Test
    void wantIsCompleteWithItsLastByte() {
        HttpFile file = nodes.file(2 * MIB, A);
        assertThat(file.itemsOpen()).isEqualTo(1);
        assertThat(file.arrived(new ByteRange(0, 2 * MIB - 1))).isZero();
        assertThat(file.arrived(new ByteRange(2 * MIB - 1, 1))).isEqualTo(1);
        assertThat(file.itemsOpen()).isZero();
    }

    @Test
    void endedFileAsksForNothing() {
        HttpFile file = nodes.file(10 * MIB, A);
        file.add(UnaskedNodes.wanted(10 * MIB, List.of(), A));
        assertThat(file.endAll()).isEqualTo(2);
        assertThat(file.hasUnasked()).isFalse();
        assertThat(file.itemsOpen()).isZero();
        HttpFile empty = nodes.file(0, A);
        assertThat(empty.endAll()).isEqualTo(1);
        assertThat(empty.hasUnasked()).isFalse();
    }

    @Test
    void validatorsOfFilesAbove8MiBAreRemembered() {
        assertThat(nodes.file(8 * MIB, A).isRemembered()).isFalse();
        assertThat(nodes.file(8 * MIB + 1, A).isRemembered()).isTrue();
    }

    @Test
    void fileWhoseBeginningIsThereIsResumed() {
        assertThat(resumed(20 * MIB, new ByteRange(MIB, MIB))).isTrue();
        assertThat(resumed(2 * MIB, new ByteRange(MIB, MIB))).isTrue();
    }

    @Test
    void fileThatIsWantedFromItsBeginningIsNotResumed() {
        assertThat(resumed(20 * MIB, new ByteRange(0, 20 * MIB))).isFalse();
        assertThat(resumed(20 * MIB, new ByteRange(0, MIB)))
                .as("more wants follow")
                .isFalse();
        assertThat(resumed(2 * MIB, new ByteRange(0, 2 * MIB))).isFalse();
        assertThat(nodes.file(0, A).isResumed()).isFalse();
    }

    @Test
    void smallFileOfWhichAPartIsWantedIsResumed() {
        assertThat(resumed(2 * MIB, new ByteRange(0, MIB)))
                .as("of a small file all is wanted at once, so its end is there already")
                .isTrue();
    }

    @Test
    void whatASiteBroughtHasNoValidatorsAndIsNotResumed() {
        WantedFile wanted = UnaskedNodes.wanted(20 * MIB, List.of(new ByteRange(MIB, MIB)), A);
        WantedFile atSite = new WantedFile(
                wanted.file(),
                wanted.epoch(),
                wanted.path(),
                wanted.expected(),
                wanted.ranges(),
                false,
                List.of(Copy.atSite("bdm://site/export/f.nc", 0)));
        assertThat(nodes.file(atSite).isResumed()).isFalse();
    }

    private boolean resumed(long size, ByteRange range) {
        return nodes.file(UnaskedNodes.wanted(size, List.of(range), A)).isResumed();
    }
}
