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
    private final List<Loan> taken = new ArrayList<>();
    private final BlockWait wait = new BlockWait(loop::add, taken::add);

    @AfterEach
    void releaseWhatWasTaken() {
        taken.forEach(Loan::release);
    }

    @Test
    void blockThatIsFreedIsTakenOnTheLoop() {
        Loan lent = loan();
        wait.forBlockOf(share);
        lent.release();

        assertThat(taken).as("before the loop runs").isEmpty();
        runLoop();
        assertThat(taken).hasSize(1);
    }

    @Test
    void waitsOnWhenAnotherWasFaster() {
        Loan lent = loan();
        wait.forBlockOf(share);
        lent.release();
        Loan faster = loan();
        runLoop();
        assertThat(taken).isEmpty();

        faster.release();
        runLoop();
        assertThat(taken).hasSize(1);
    }

    @Test
    void blockThatIsWantedNoMoreGoesToTheNext() {
        Loan lent = loan();
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
        Loan lent = loan();
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

    private Loan loan() {
        return Objects.requireNonNull(share.tryLend());
    }

    private void runLoop() {
        while (!loop.isEmpty()) loop.remove().run();
    }
}
