package org.bdm.server.catalog;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Takes new jobs. A job is there with all its items, or not at all; it is QUEUED when its future completes. */
public final class Submissions {

    /**
     * A job with at most {@link #ITEMS_AT_ONCE_MAX} items, kept in one transaction. Never waits for room in the queue.
     *
     * <p>The future fails with IDEMPOTENCY_KEY_REUSED (same key, other body), DUPLICATE_DESTINATION (names both items).
     *
     * @throws org.bdm.core.fault.MoverException TOO_MANY_REQUESTS if the queue of the committer is full
     */
    public CompletableFuture<Submission> submit(
            JobRequest request, List<JobItem> items, @Nullable Idempotency idempotency) {
        throw new UnsupportedOperationException("to come");
    }

    /** Most items of {@link #submit}. */
    public static final int ITEMS_AT_ONCE_MAX = 10_000;

    /** Begins a job whose items come as a stream; nobody sees it before {@link Reception#finish}. Blocks until it is begun. */
    public Reception receive(JobRequest request) {
        throw new UnsupportedOperationException("to come");
    }
}
