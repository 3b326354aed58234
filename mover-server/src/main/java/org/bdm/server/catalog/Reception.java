package org.bdm.server.catalog;

import org.jspecify.annotations.Nullable;

/** A job that is being received. Belongs to one thread, which it blocks when the committer is behind; closed without finish it is swept. */
public final class Reception implements AutoCloseable {

    /** Adds an item; every 10,000 are kept in one transaction. */
    public void add(JobItem item) {
        throw new UnsupportedOperationException("to come");
    }

    /**
     * Makes the job visible, durable when this returns.
     *
     * @throws org.bdm.core.fault.MoverException as {@link Submissions#submit}; the job is gone then
     */
    public Submission finish(@Nullable Idempotency idempotency) {
        throw new UnsupportedOperationException("to come");
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("to come");
    }
}
