package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.core.serve.AskingPeer.until;

import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.MemoryStream;
import org.bdm.core.stream.MemoryStreams;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long a node waits before it dials again a site that cannot reach it. */
class DialOutTest {
    private final List<Runnable> dials = new CopyOnWriteArrayList<>();
    private final List<Long> delaysMillis = new CopyOnWriteArrayList<>();
    private final List<ScheduledFuture<?>> scheduled = new CopyOnWriteArrayList<>();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1) {
        @Override
        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            dials.add(command);
            ScheduledFuture<?> never = super.schedule(() -> {}, 1, TimeUnit.DAYS);
            scheduled.add(never);
            delaysMillis.add(unit.toMillis(delay)); // last: whoever sees it sees all
            return never;
        }
    };
    private final BlockCache cache = new BlockCache(8, ServingSite.LIMITS.blockBytes());
    private final ServingSite site = new ServingSite(
            new MemoryStore(), cache.share(new CacheQuota("site", 0, 4)), ServingSite.LIMITS, Clock.systemUTC());
    private final MemoryStreams silent = new MemoryStreams(stream -> new Silent(), 1, 0);
    private double drawn;
    private boolean isReachable;
    private int dialled;
    private final DialOut dialOut =
            new DialOut(site.server(), new SiteName("elsewhere"), this::dial, timer, new Random() {
                private static final long serialVersionUID = 1L;

                @Override
                public double nextDouble() {
                    return drawn;
                }
            });

    /** A site that takes streams and never greets. */
    private static final class Silent implements StreamListener {
        @Override
        public void onFrame(Frame frame) {}

        @Override
        public void onPayload(Frame frame, Loan payload, int payloadLength) {
            payload.release();
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(MoverException reason) {}
    }

    private CompletionStage<DataStream> dial(StreamListener listener) {
        dialled++;
        if (isReachable) return silent.connect(listener);
        return CompletableFuture.failedFuture(new MoverException(ErrorCode.PEER_UNREACHABLE, "nobody"));
    }

    @AfterEach
    void stop() {
        dialOut.close();
        timer.shutdownNow();
        silent.close();
        site.close();
        cache.close();
    }

    @Test
    void delayDoublesFromOneToThirtySeconds() {
        drawn = 1;
        dialOut.start();
        for (int i = 0; i < 7; i++) dials.get(i).run();
        assertThat(delaysMillis).containsExactly(1000L, 2000L, 4000L, 8000L, 16_000L, 30_000L, 30_000L, 30_000L);
        assertThat(dialled).isEqualTo(8);
    }

    @Test
    void delayIsSpreadDownToItsHalf() {
        dialOut.start();
        drawn = 0.5;
        dials.get(0).run();
        assertThat(delaysMillis).containsExactly(500L, 1500L);
    }

    @Test
    void streamThatWasNotGreetedDoesNotStandAndCountsAsAFailure() {
        drawn = 1;
        isReachable = true;
        dialOut.start();
        until(() -> !silent.open().isEmpty());
        assertThat(dialOut.isStanding()).isFalse();
        silent.open().forEach(MemoryStream::cut);
        until(() -> !delaysMillis.isEmpty());
        assertThat(delaysMillis).containsExactly(2000L);
    }

    @Test
    void nothingIsDialledAfterItWasClosed() {
        dialOut.start();
        dialOut.close();
        assertThat(scheduled).allMatch(ScheduledFuture::isCancelled);
        dials.get(0).run();
        assertThat(dialled).isEqualTo(1);
    }
}
