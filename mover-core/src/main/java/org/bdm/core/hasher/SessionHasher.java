package org.bdm.core.hasher;

import org.bdm.core.worker.AdjustableWorkers;

/**
 * The part of a node's hasher that one session has: so many of the node's hash threads at once. Begins with all of them. Its
 * {@link #busyNanos()} are those of the session, its backlog is that of the node. Closing it does nothing.
 */
public interface SessionHasher extends FileHasher, AdjustableWorkers {
    @Override
    int threads();

    @Override
    long busyNanos();

    /** {@link FileHasher#busyNanos()} of the whole node. */
    long busyNanosOfNode();

    @Override
    void close();

    /** A part for one more session. */
    static SessionHasher of(FileHasher node) {
        return new HasherPart(node);
    }
}
