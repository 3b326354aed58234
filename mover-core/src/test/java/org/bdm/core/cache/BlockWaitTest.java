package org.bdm.core.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockWaitTest {
    private final BlockCache cache = new BlockCache(1, 8192);
    private final CacheShare share = cache.share(new CacheQuota("job", 0, 1));
    private final Queue<Runnable> loop = new ArrayDeque<>();
    private final List<Lease> taken = new ArrayList<>();
    private final BlockWait wait = new BlockWait(loop::add, taken::add);

    @AfterEach
    void releaseWhatWasTaken() {
        taken.forEach(Lease::release);
    }

    @Test
    void blockThatIsFreedIsTakenOnTheLoop() {
        Lease lent = lease();
        wait.forBlockOf(share);
        lent.release();

        assertThat(taken).as("before the loop runs").isEmpty();
        runLoop();
        assertThat(taken).hasSize(1);
    }

    @Test
    void waitsOnWhenAnotherWasFaster() {
        Lease lent = lease();
        wait.forBlockOf(share);
        lent.release();
        Lease faster = lease();
        runLoop();
        assertThat(taken).isEmpty();

        faster.release();
        runLoop();
        assertThat(taken).hasSize(1);
    }

    @Test
    void blockThatIsWantedNoMoreGoesToTheNext() {
        Lease lent = lease();
        wait.forBlockOf(share);
        BlockWait next = new BlockWait(loop::add, taken::add);
        next.forBlockOf(share);
        wait.close();
        lent.release();

        runLoop();
        assertThat(taken).hasSize(1);
    }

    @Test
    void blockOfALoopThatHasEndedGoesToTheNext() {
        Lease lent = lease();
        BlockWait ended = new BlockWait(
                task -> {
                    throw new RejectedExecutionException("the loop has ended");
                },
                taken::add);
        ended.forBlockOf(share);
        wait.forBlockOf(share);
        lent.release();

        runLoop();
        assertThat(taken).hasSize(1);
    }

    private Lease lease() {
        return Objects.requireNonNull(share.tryLease());
    }

    private void runLoop() {
        while (!loop.isEmpty()) loop.remove().run();
    }
}
