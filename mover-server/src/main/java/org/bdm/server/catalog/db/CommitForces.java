package org.bdm.server.catalog.db;

import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what is committed and not yet forced from readers: H2 shows a commit at once, and forces it when it is asked to. A reader that has its
 * rows waits here for the force of every commit that had begun by then, since the rows may come from it. The committer waits for nobody.
 * Any thread.
 */
final class CommitForces {
    private static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(30);

    private long begun; // guarded by this, as all below
    private long forced;
    private @Nullable MoverException failure;

    /** A commit begins, of which readers may see something from now on. Committer only. */
    synchronized void begin() {
        begun++;
    }

    /** All commits that have begun are on stable storage. Committer only. */
    synchronized void forced() {
        forced = begun;
        notifyAll();
    }

    /** No commit will be forced any more, and nobody knows what the disk kept of those before: readers are shown nothing. Committer only. */
    synchronized void failed(MoverException reason) {
        failure = reason;
        notifyAll();
    }

    /**
     * Waits for the force of the commits that have begun.
     *
     * @throws MoverException CATALOG_UNAVAILABLE if that fails, or any force failed before, or it takes longer than 30 s
     */
    synchronized void await() {
        long wanted = begun;
        long deadline = System.nanoTime() + WAIT_NANOS_MAX;
        boolean wasInterrupted = false;
        try {
            while (true) {
                if (failure != null) throw new MoverException(failure.code(), failure.detail(), failure);
                if (forced >= wanted) return;
                long millisLeft = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (millisLeft <= 0) throw tooSlow();
                try {
                    wait(millisLeft);
                } catch (InterruptedException e) {
                    wasInterrupted = true; // a force takes milliseconds, and what was read must not be shown before
                }
            }
        } finally {
            if (wasInterrupted) Thread.currentThread().interrupt();
        }
    }

    private static MoverException tooSlow() {
        return new MoverException(
                ErrorCode.CATALOG_UNAVAILABLE,
                "the disk of the catalog has not confirmed a write for "
                        + TimeUnit.NANOSECONDS.toSeconds(WAIT_NANOS_MAX) + " s");
    }
}
