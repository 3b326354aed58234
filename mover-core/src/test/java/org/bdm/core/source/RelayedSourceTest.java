package org.bdm.core.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.VirtualTime;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.loop.SerialLoop;
import org.bdm.core.source.SitesFirstFixture.Heard;
import org.bdm.core.source.SitesFirstFixture.Place;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;

class RelayedSourceTest {
    private static final FileId FILE = new FileId(4);
    private static final Epoch FIRST = new Epoch(1);
    private static final ByteRange WHOLE = new ByteRange(0, 100);
    private static final FileVersion LISTED = new FileVersion(100, Instant.EPOCH, Instant.EPOCH, 1);
    private static final FileVersion SAME = new FileVersion(100, Instant.EPOCH, Instant.ofEpochSecond(5), 77);

    private final VirtualTime time = new VirtualTime();
    private final Place origin = new Place();
    private final Place first = new Place();
    private final Place last = new Place();
    private final Heard heard = new Heard();
    private final List<String> notes = new ArrayList<>();

    private RelayedSource opened(RelayHolder... holders) {
        first.there = null;
        last.there = null;
        SerialLoop loop = new SerialLoop(time, () -> {}, defect -> {
            throw new AssertionError(defect);
        });
        RelayedSource source = new RelayedSource(origin, List.of(holders), time::nanoTime, loop, notes::add);
        source.open(heard).toCompletableFuture().join();
        return source;
    }

    private RelayHolder before() {
        return holder("b", true, first);
    }

    private RelayHolder after() {
        return holder("d", false, last);
    }

    private static RelayHolder holder(String site, boolean isAwaited, Place place) {
        return new RelayHolder(
                site,
                isAwaited,
                path -> StorePath.ofUtf8(site).child(path.name()),
                () -> CompletableFuture.completedFuture(place));
    }

    private static WantedFile wanted(Epoch epoch) {
        return new WantedFile(FILE, epoch, StorePath.ofUtf8("data/tas.nc"), LISTED, List.of(WHOLE), true, List.of());
    }

    private void pass(Duration length) {
        var unused =
                time.schedule(() -> {}, length.toNanos(), TimeUnit.NANOSECONDS); // time passes by what is to be done
        time.run(() -> false, length);
    }

    @Test
    void aFileWaitsForTheDestinationInFrontAndIsReadThereOnceItWasPlaced() {
        RelayedSource source = opened(before());
        source.want(List.of(wanted(FIRST)));
        pass(Duration.ofSeconds(30));
        assertThat(origin.wanted).isEmpty();
        assertThat(first.wanted).isEmpty();
        assertThat(notes).containsExactly("Files come from b when they are there.");

        first.there = SAME;
        pass(Duration.ofSeconds(1));

        assertThat(first.wanted).singleElement().satisfies(there -> {
            assertThat(there.path()).isEqualTo(StorePath.ofUtf8("b/tas.nc"));
            assertThat(there.expected()).isEqualTo(SAME);
            assertThat(there.ranges()).containsExactly(WHOLE);
            assertThat(there.packable()).isTrue();
        });
        assertThat(origin.wanted).isEmpty();
    }

    @Test
    void whatComesFromAnotherDestinationHasTheVersionOfTheOrigin() {
        RelayedSource source = opened(before());
        first.there = SAME;
        source.want(List.of(wanted(FIRST)));
        pass(Duration.ofSeconds(1));
        first.listener.onItemEnded(FILE, FIRST, SAME, 0644);
        FileVersion changed = new FileVersion(100, Instant.EPOCH, Instant.ofEpochSecond(8), 77);
        first.listener.onItemEnded(FILE, FIRST, changed, 0644);
        assertThat(heard.ended).containsExactly(LISTED, changed);
    }

    @Test
    void aFileOfOtherTimeOrSizeIsNotTheSame() {
        RelayedSource source = opened(before());
        first.there = new FileVersion(100, Instant.ofEpochSecond(9), Instant.EPOCH, 77);
        source.want(List.of(wanted(FIRST)));
        pass(Duration.ofSeconds(5));
        first.there = new FileVersion(99, Instant.EPOCH, Instant.EPOCH, 77);
        pass(Duration.ofSeconds(5));
        assertThat(first.wanted).isEmpty();
    }

    @Test
    void theOriginIsReadWhenNothingAppearsForAMinute() {
        RelayedSource source = opened(before());
        source.want(List.of(wanted(FIRST)));
        pass(Duration.ofSeconds(59));
        assertThat(origin.wanted).isEmpty();
        pass(Duration.ofSeconds(5));
        assertThat(origin.wanted).containsExactly(wanted(FIRST));
        assertThat(notes).hasSize(2).last().asString().contains("b for 60 s");
    }

    @Test
    void aDestinationThatCannotBeReadIsNotWaitedFor() {
        first.opened = CompletableFuture.failedFuture(new MoverException(ErrorCode.NOT_ALLOWED, "no grant"));
        RelayedSource source = opened(before());
        source.want(List.of(wanted(FIRST)));
        pass(Duration.ofSeconds(1));
        assertThat(origin.wanted).containsExactly(wanted(FIRST));
    }

    @Test
    void aDestinationThatIsLostIsPassedByAndFoundAgain() {
        RelayedSource source = opened(before());
        source.want(List.of(wanted(FIRST)));
        pass(Duration.ofSeconds(2));
        first.listener.onSourceLost(new MoverException(ErrorCode.PEER_UNREACHABLE, "it was killed"));
        pass(Duration.ofSeconds(2));
        assertThat(origin.wanted).containsExactly(wanted(FIRST));

        first.there = SAME;
        pass(RelayPlace.PAUSE);
        FileId next = new FileId(5);
        source.want(List.of(
                new WantedFile(next, FIRST, StorePath.ofUtf8("data/pr.nc"), LISTED, List.of(WHOLE), false, List.of())));
        pass(Duration.ofSeconds(2));
        assertThat(first.opens).isEqualTo(2);
        assertThat(first.wanted).extracting(WantedFile::file).containsExactly(next);
    }

    @Test
    void aDestinationBehindIsNotWaitedForButReadIfItHasTheFile() {
        RelayedSource source = opened(after());
        last.there = SAME;
        source.want(List.of(wanted(FIRST)));
        pass(Duration.ofSeconds(1));
        assertThat(last.wanted).hasSize(1);

        last.there = null;
        FileId next = new FileId(5);
        WantedFile other =
                new WantedFile(next, FIRST, StorePath.ofUtf8("data/pr.nc"), LISTED, List.of(WHOLE), false, List.of());
        source.want(List.of(other));
        pass(Duration.ofSeconds(1));
        assertThat(origin.wanted).containsExactly(other);
    }

    @Test
    void aFileThatFailsThereOrIsBegunAnewComesFromTheOrigin() {
        RelayedSource source = opened(before());
        first.there = SAME;
        source.want(List.of(wanted(FIRST)));
        pass(Duration.ofSeconds(1));
        first.listener.onItemFailed(FILE, FIRST, new MoverException(ErrorCode.SOURCE_READ_ERROR, "a bad disk"));
        assertThat(heard.lost).isEqualTo(1);
        assertThat(heard.failed).isEmpty();
        source.want(List.of(wanted(FIRST)));
        pass(Duration.ofSeconds(1));
        assertThat(origin.wanted).containsExactly(wanted(FIRST));

        source.want(List.of(wanted(new Epoch(2))));
        pass(Duration.ofSeconds(1));
        assertThat(origin.wanted).hasSize(2);
        assertThat(first.wanted).hasSize(1);
    }

    @Test
    void whatWaitsIsToldAsLostWhenTheSourceIsClosed() {
        RelayedSource source = opened(before());
        source.want(List.of(wanted(FIRST)));
        pass(Duration.ofSeconds(1));
        source.close();
        pass(Duration.ofSeconds(1));
        assertThat(heard.lost).isEqualTo(1);
        assertThat(first.isClosed).isTrue();
        assertThat(origin.isClosed).isTrue();
    }
}
