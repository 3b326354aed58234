package org.bdm.core.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockCacheTest {
    private final BlockCache cache = new BlockCache(4, 8192);
    private static final List<Lease> TAKEN = new ArrayList<>();

    @AfterEach
    void releaseWhatIsLeft() {
        for (int i = 0; i < TAKEN.size(); i++) { // a waiter may take another
            Lease lease = TAKEN.get(i);
            try {
                lease.release();
            } catch (IllegalStateException e) {
                assertThat(e).hasMessageContaining("after its last release"); // by the test itself
            }
        }
        TAKEN.clear();
    }

    @Test
    void lendsTheBlockThatCameBackLast() {
        CacheShare share = cache.share(new CacheQuota("job", 0, 4));
        Lease first = lease(share);
        Lease second = lease(share);
        first.payload(0, 1).put(0, (byte) 1);
        second.payload(0, 1).put(0, (byte) 2);
        first.release();
        second.release();

        assertThat(lease(share).payload(0, 1).get(0)).isEqualTo((byte) 2);
        assertThat(lease(share).payload(0, 1).get(0)).isEqualTo((byte) 1);
    }

    @Test
    void viewIsHeaderAndPayloadInOnePiece() {
        Lease lease = lease(cache.share(new CacheQuota("job", 0, 1)));
        lease.payload(0, 3).put(new byte[] {7, 8, 9});
        ByteBuf view = lease.view(64, 3);

        assertThat(view.readableBytes()).isEqualTo(67);
        assertThat(view.getByte(64)).isEqualTo((byte) 7);
        view.setByte(66, 5);
        view.release();
        assertThat(lease.payload(2, 1).get(0)).isEqualTo((byte) 5);
        assertThat(lease.payload(0, 8192).alignmentOffset(0, 4096)).isZero();
        lease.release();
    }

    @Test
    void blockComesBackWithTheLastHolderOnly() {
        CacheShare share = cache.share(new CacheQuota("job", 0, 4));
        Lease lease = lease(share).retain();
        lease.release();
        assertThat(cache.blocksFree()).isEqualTo(3);
        lease.release();
        assertThat(cache.blocksFree()).isEqualTo(4);
        assertThat(share.blocksLent()).isZero();
    }

    @Test
    void useAfterTheLastReleaseIsNoticedEvenWhenTheBlockIsLentAgain() {
        CacheShare share = cache.share(new CacheQuota("job", 0, 4));
        Lease old = lease(share);
        old.release();
        Lease next = lease(share);

        assertThatThrownBy(() -> old.payload(0, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> old.view(0, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(old::retain).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(old::release).isInstanceOf(IllegalStateException.class);
        next.release();
        assertThat(cache.blocksFree()).isEqualTo(4);
    }

    @Test
    void guaranteeOfOneShareIsOutOfReachOfOthers() {
        CacheShare sender = cache.share(new CacheQuota("sender", 2, 4));
        CacheShare receiver = cache.share(new CacheQuota("receiver", 1, 4));

        assertThat(takeAll(sender)).hasSize(3);
        assertThat(takeAll(receiver)).hasSize(1);
        assertThat(cache.blocksFree()).isZero();
    }

    @Test
    void maximumHoldsThoughBlocksAreFree() {
        assertThat(takeAll(cache.share(new CacheQuota("job", 0, 2)))).hasSize(2);
        assertThat(cache.blocksFree()).isEqualTo(2);
    }

    @Test
    void aClosedCacheLendsNothingAndKeepsNoBlockThatComesBack() {
        CacheShare share = cache.share(new CacheQuota("job", 0, 4));
        Lease lent = lease(share);
        cache.close();

        assertThat(share.tryLease()).isNull();
        lent.release();
        assertThat(share.tryLease()).isNull();
        assertThat(cache.blocksFree()).isZero();
    }

    @Test
    void oneFileHoldsSixteenMebibytesAtMostWhicheverShareLends() {
        BlockCache large = new BlockCache(6, 4 << 20);
        CacheShare streamA = large.share(CacheQuota.ofStream("a", 6));
        CacheShare streamB = large.share(CacheQuota.ofStream("b", 6));

        List<Lease> held = takeAll(streamA.forFile(7));
        held.addAll(takeAll(streamB.forFile(7)));
        assertThat(held).hasSize(4);
        assertThat(takeAll(streamB.forFile(8))).hasSize(2);
        held.forEach(Lease::release);
        assertThat(takeAll(streamA.forFile(7))).hasSize(4);
    }

    @Test
    void whoWaitsForBlocksOfAFileIsWokenWhenOneOfThatFileComesBackAndNotByOthers() {
        BlockCache large = new BlockCache(6, 4 << 20);
        CacheShare share = large.share(new CacheQuota("receiving", 0, 6));
        List<Lease> ofFile = takeAll(share.forFile(7));
        Lease other = lease(share.forFile(8));
        AtomicInteger woken = new AtomicInteger();
        share.forFile(7).whenFree(woken::incrementAndGet);

        other.release();
        assertThat(woken).hasValue(0);
        ofFile.get(0).release();
        assertThat(woken).hasValue(1);
    }

    @Test
    void whoWaitsForBlocksOfAFileIsWokenWhenAQuarterOfThemHasComeBack() {
        BlockCache large = new BlockCache(17, 1 << 20);
        CacheShare share = large.share(new CacheQuota("receiving", 0, 17));
        List<Lease> ofFile = takeAll(share.forFile(7));
        assertThat(ofFile).hasSize(16);
        AtomicInteger woken = new AtomicInteger();
        share.forFile(7).whenFree(woken::incrementAndGet);

        for (int i = 0; i < 3; i++) ofFile.get(i).release();
        assertThat(woken).hasValue(0);
        ofFile.get(3).release();
        assertThat(woken).hasValue(1);
        share.forFile(7).whenFree(woken::incrementAndGet);
        assertThat(woken).as("one may be lent at once").hasValue(2);
    }

    @Test
    void eachStreamKeepsItsLandingBlockInsideOneShare() {
        CacheShare receiver = cache.share(new CacheQuota("receiver", 3, 3));
        CacheShare streamA = receiver.share(CacheQuota.ofStream("a", 3));
        CacheShare streamB = receiver.share(CacheQuota.ofStream("b", 3));

        assertThat(takeAll(streamA)).hasSize(2);
        assertThat(takeAll(streamB)).hasSize(1);
        assertThat(takeAll(cache.share(new CacheQuota("sender", 0, 4)))).hasSize(1);
    }

    @Test
    void moreGuaranteesThanBlocksAreRefused() {
        CacheShare receiver = cache.share(new CacheQuota("receiver", 0, 2));
        receiver.share(CacheQuota.ofStream("a", 1));
        CacheShare second = receiver.share(CacheQuota.ofStream("b", 1));
        assertThatThrownBy(() -> receiver.share(CacheQuota.ofStream("c", 1)))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_CONNECTIONS));
        second.close();
        assertThat(receiver.share(CacheQuota.ofStream("c", 1))).satisfies(share -> lease(share));
    }

    @Test
    void guaranteeGivenWhileOthersHoldEverythingIsFulfilledFirst() {
        CacheShare old = cache.share(new CacheQuota("old", 0, 4));
        List<Lease> held = takeAll(old);
        CacheShare young = cache.share(new CacheQuota("young", 1, 1));
        List<String> woken = new ArrayList<>();
        old.whenFree(() -> woken.add("old"));
        young.whenFree(() -> woken.add("young"));

        held.get(0).release();
        assertThat(woken).containsExactly("young");
        assertThat(old.tryLease()).isNull();
        lease(young);
        held.get(1).release();
        assertThat(woken).containsExactly("young", "old");
    }

    @Test
    void oneReturnedBlockWakesOneWaiter() {
        CacheShare share = cache.share(new CacheQuota("job", 0, 4));
        List<Lease> held = takeAll(share);
        AtomicInteger woken = new AtomicInteger();
        for (int i = 0; i < 10; i++)
            share.whenFree(() -> {
                woken.incrementAndGet();
                lease(share);
            });

        held.get(0).release();
        assertThat(woken).hasValue(1);
        held.get(1).release();
        assertThat(woken).hasValue(2);
    }

    @Test
    void waiterThatMayLeaseAtOnceRunsAtOnce() {
        AtomicInteger woken = new AtomicInteger();
        cache.share(new CacheQuota("job", 0, 1)).whenFree(woken::incrementAndGet);
        assertThat(woken).hasValue(1);
    }

    @Test
    void closingAShareWakesWhoeverCanUseItsGuarantee() {
        CacheShare closing = cache.share(new CacheQuota("closing", 2, 2));
        CacheShare other = cache.share(new CacheQuota("other", 0, 4));
        assertThat(takeAll(other)).hasSize(2);
        AtomicInteger woken = new AtomicInteger();
        other.whenFree(woken::incrementAndGet);
        closing.close();
        closing.close();

        assertThat(woken).hasValue(1);
        assertThat(takeAll(other)).hasSize(2);
        assertThat(closing.tryLease()).isNull();
    }

    @Test
    void blockOfAClosedShareComesBack() {
        CacheShare share = cache.share(new CacheQuota("job", 2, 2));
        Lease lease = lease(share);
        share.close();
        assertThat(takeAll(cache.share(new CacheQuota("other", 0, 4)))).hasSize(3);
        lease.release();
        assertThat(takeAll(cache.share(new CacheQuota("third", 0, 4)))).hasSize(1);
    }

    @Test
    void failingWaiterDoesNotKeepOthersAsleep() {
        CacheShare share = cache.share(new CacheQuota("job", 0, 4));
        List<Lease> held = takeAll(share);
        AtomicInteger woken = new AtomicInteger();
        share.whenFree(() -> {
            throw new IllegalStateException("on purpose");
        });
        share.whenFree(woken::incrementAndGet);
        held.get(0).release();
        held.get(1).release();
        assertThat(woken).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyWaiterGetsItsBlocksInTheEnd(long seed) throws InterruptedException {
        int users = 12;
        int turns = 500;
        ExecutorService threads = Executors.newFixedThreadPool(4);
        CountDownLatch done = new CountDownLatch(users);
        try {
            for (int i = 0; i < users; i++) {
                CacheQuota quota = new CacheQuota("user-" + i, i < 3 ? 1 : 0, 1 + i % 4);
                new User(cache.share(quota), threads, turns, new Random(seed * 31 + i), done).next();
            }
            assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            threads.shutdownNow();
        }
        assertThat(cache.blocksFree()).isEqualTo(4);
    }

    /** Takes a block, gives it back on another thread later, and starts again; asks to be told whenever there is none. */
    private record User(
            CacheShare share, ExecutorService threads, AtomicInteger left, Random random, CountDownLatch done) {
        User(CacheShare share, ExecutorService threads, int turns, Random random, CountDownLatch done) {
            this(share, threads, new AtomicInteger(turns), random, done);
        }

        void next() {
            threads.execute(this::turn);
        }

        private void turn() {
            Lease lease = share.tryLease();
            if (lease == null) {
                share.whenFree(this::next);
                return;
            }
            ByteBuffer payload = lease.payload(0, 8);
            long stamp = random.nextLong();
            payload.putLong(0, stamp);
            if (random.nextInt(4) == 0) Thread.onSpinWait();
            if (payload.getLong(0) != stamp) throw new IllegalStateException("a block has two owners");
            lease.release();
            if (left.decrementAndGet() == 0) done.countDown();
            else next();
        }
    }

    private static Lease lease(BlockLender share) {
        Lease lease = Objects.requireNonNull(share.tryLease());
        TAKEN.add(lease);
        return lease;
    }

    private static List<Lease> takeAll(BlockLender share) {
        List<Lease> taken = new ArrayList<>();
        for (Lease lease = share.tryLease(); lease != null; lease = share.tryLease()) taken.add(lease);
        TAKEN.addAll(taken);
        return taken;
    }
}
