package org.bdm.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a process may place files of a chunk. */
@Timeout(30)
class ChunkRightTest {
    private static final long LEASE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(10)); // it may overflow
    private final ChunkRight right =
            ChunkRight.leased(new ChunkRight.Leased(3, 2, new FileId(10), new FileId(20)), false, nanos::get);

    private void pass(long seconds) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    private static void assertStale(Runnable step) {
        assertThatThrownBy(step::run)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STALE_LEASE));
    }

    @Test
    void rightRunsOutBeforeTheCatalogGivesTheChunkAway() {
        right.renewed(nanos.get(), LEASE_NANOS);
        pass(24);
        assertThat(right.isHeld()).isTrue();
        pass(1);
        assertThat(right.isHeld()).isFalse();
    }

    @Test
    void rightThatWasNeverRenewedPlacesNothing() {
        right.waitNoMore();
        assertStale(right::require);
    }

    @Test
    void whoNeedsARightThatRanOutWaitsForItsRenewal() {
        right.renewed(nanos.get(), LEASE_NANOS);
        pass(40);
        CompletableFuture<Void> placing = CompletableFuture.runAsync(right::require);
        assertThat(placing).isNotDone();

        right.renewed(nanos.get(), LEASE_NANOS);
        assertThat(placing).succeedsWithin(10, TimeUnit.SECONDS);
    }

    @Test
    void whoWaitsForARightThatIsLostIsRefused() {
        CompletableFuture<Void> placing = CompletableFuture.runAsync(right::require);
        right.lost();
        assertThat(placing).failsWithin(10, TimeUnit.SECONDS);
        right.renewed(nanos.get(), LEASE_NANOS);
        assertThat(right.isHeld()).as("it does not come back").isFalse();
    }

    @Test
    void endOfTheWorkDoesNotRefuseWhoStillHasTheRight() {
        right.renewed(nanos.get(), LEASE_NANOS);
        right.waitNoMore();
        right.require();
        pass(30);
        assertStale(right::require);
    }

    @Test
    void rightCoversTheFilesOfItsChunk() {
        assertThat(right.covers(new FileId(9))).isFalse();
        assertThat(right.covers(new FileId(10))).isTrue();
        assertThat(right.covers(new FileId(20))).isTrue();
        assertThat(right.covers(new FileId(21))).isFalse();
    }

    @Test
    void rightWithoutACatalogNeverRunsOut() {
        ChunkRight endless = ChunkRight.endless(0);
        endless.require();
        assertThat(endless.lease()).isZero();
    }
}
