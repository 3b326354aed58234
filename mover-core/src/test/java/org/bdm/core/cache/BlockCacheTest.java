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
    private static final List<Loan> TAKEN = new ArrayList<>();

    @AfterEach
    void releaseWhatIsLeft() {
        for (int i = 0; i < TAKEN.size(); i++) { // a waiter may take another
            Loan loan = TAKEN.get(i);
            try {
                loan.release();
            } catch (IllegalStateException e) {
                assertThat(e).hasMessageContaining("after its last release"); // by the test itself
            }
        }
        TAKEN.clear();
    }

    @Test
    void lendsTheBlockThatCameBackLast() {
        CacheShare share = cache.share(new CacheQuota("job", 0, 4));
        Loan first = loan(share);
        Loan second = loan(share);
        first.payload(0, 1).put(0, (byte) 1);
        second.payload(0, 1).put(0, (byte) 2);
        first.release();
        second.release();

        assertThat(loan(share).payload(0, 1).get(0)).isEqualTo((byte) 2);
        assertThat(loan(share).payload(0, 1).get(0)).isEqualTo((byte) 1);
    }

    @Test
    void viewIsHeaderAndPayloadInOnePiece() {
        Loan loan = loan(cache.share(new CacheQuota("job", 0, 1)));
        loan.payload(0, 3).put(new byte[] {7, 8, 9});
        ByteBuf view = loan.view(64, 3);

        assertThat(view.readableBytes()).isEqualTo(67);
        assertThat(view.getByte(64)).isEqualTo((byte) 7);
        view.setByte(66, 5);
        view.release();
        assertThat(loan.payload(2, 1).get(0)).isEqualTo((byte) 5);
        assertThat(loan.payload(0, 8192).alignmentOffset(0, 4096)).isZero();
        loan.release();
    }

    @Test
    void blockComesBackWithTheLastHolderOnly() {
        CacheShare share = cache.share(new CacheQuota("job", 0, 4));
        Loan loan = loan(share).retain();
        loan.release();
        assertThat(cache.blocksFree()).isEqualTo(3);
        loan.release();
        assertThat(cache.blocksFree()).isEqualTo(4);
        assertThat(share.blocksLent()).isZero();
    }

    @Test
    void useAfterTheLastReleaseIsNoticedEvenWhenTheBlockIsLentAgain() {
        CacheShare share = cache.share(new CacheQuota("job", 0, 4));
        Loan old = loan(share);
        old.release();
        Loan next = loan(share);

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
        Loan lent = loan(share);
        cache.close();

        assertThat(share.tryLend()).isNull();
        lent.release();
        assertThat(share.tryLend()).isNull();
        assertThat(cache.blocksFree()).isZero();
    }

    @Test
    void oneFileHoldsSixteenMebibytesAtMostWhicheverShareLends() {
        BlockCache large = new BlockCache(6, 4 << 20);
        CacheShare streamA = large.share(CacheQuota.ofStream("a", 6));
        CacheShare streamB = large.share(CacheQuota.ofStream("b", 6));

        List<Loan> held = takeAll(streamA.forFile(7));
        held.addAll(takeAll(streamB.forFile(7)));
        assertThat(held).hasSize(4);
        assertThat(takeAll(streamB.forFile(8))).hasSize(2);
        held.forEach(Loan::release);
        assertThat(takeAll(streamA.forFile(7))).hasSize(4);
    }

    @Test
    void whoWaitsForBlocksOfAFileIsWokenWhenOneOfThatFileComesBackAndNotByOthers() {
        BlockCache large = new BlockCache(6, 4 << 20);
        CacheShare share = large.share(new CacheQuota("receiving", 0, 6));
        List<Loan> ofFile = takeAll(share.forFile(7));
        Loan other = loan(share.forFile(8));
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
        List<Loan> ofFile = takeAll(share.forFile(7));
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
        assertThat(receiver.share(CacheQuota.ofStream("c", 1))).satisfies(share -> loan(share));
    }

    @Test
    void guaranteeGivenWhileOthersHoldEverythingIsFulfilledFirst() {
        CacheShare old = cache.share(new CacheQuota("old", 0, 4));
        List<Loan> held = takeAll(old);
        CacheShare young = cache.share(new CacheQuota("young", 1, 1));
        List<String> woken = new ArrayList<>();
        old.whenFree(() -> woken.add("old"));
        young.whenFree(() -> woken.add("young"));

        held.get(0).release();
        assertThat(woken).containsExactly("young");
        assertThat(old.tryLend()).isNull();
        loan(young);
        held.get(1).release();
        assertThat(woken).containsExactly("young", "old");
    }

    @Test
    void oneReturnedBlockWakesOneWaiter() {
        CacheShare share = cache.share(new CacheQuota("job", 0, 4));
        List<Loan> held = takeAll(share);
        AtomicInteger woken = new AtomicInteger();
        for (int i = 0; i < 10; i++)
            share.whenFree(() -> {
                woken.incrementAndGet();
                loan(share);
            });

        held.get(0).release();
        assertThat(woken).hasValue(1);
        held.get(1).release();
        assertThat(woken).hasValue(2);
    }

    @Test
    void waiterThatMayBorrowAtOnceRunsAtOnce() {
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
        assertThat(closing.tryLend()).isNull();
    }

    @Test
    void blockOfAClosedShareComesBack() {
        CacheShare share = cache.share(new CacheQuota("job", 2, 2));
        Loan loan = loan(share);
        share.close();
        assertThat(takeAll(cache.share(new CacheQuota("other", 0, 4)))).hasSize(3);
        loan.release();
        assertThat(takeAll(cache.share(new CacheQuota("third", 0, 4)))).hasSize(1);
    }

    @Test
    void failingWaiterDoesNotKeepOthersAsleep() {
        CacheShare share = cache.share(new CacheQuota("job", 0, 4));
        List<Loan> held = takeAll(share);
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
            Loan loan = share.tryLend();
            if (loan == null) {
                share.whenFree(this::next);
                return;
            }
            ByteBuffer payload = loan.payload(0, 8);
            long stamp = random.nextLong();
            payload.putLong(0, stamp);
            if (random.nextInt(4) == 0) Thread.onSpinWait();
            if (payload.getLong(0) != stamp) throw new IllegalStateException("a block has two owners");
            loan.release();
            if (left.decrementAndGet() == 0) done.countDown();
            else next();
        }
    }

    private static Loan loan(BlockLender share) {
        Loan loan = Objects.requireNonNull(share.tryLend());
        TAKEN.add(loan);
        return loan;
    }

    private static List<Loan> takeAll(BlockLender share) {
        List<Loan> taken = new ArrayList<>();
        for (Loan loan = share.tryLend(); loan != null; loan = share.tryLend()) taken.add(loan);
        TAKEN.addAll(taken);
        return taken;
    }
}
