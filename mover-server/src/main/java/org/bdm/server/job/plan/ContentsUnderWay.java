package org.bdm.server.job.plan;

import java.util.ArrayDeque;
import java.util.Deque;
import org.bdm.core.store.StorePath;
import org.bdm.server.look.Tree.AskedDigest;

/**
 * Pairs of files whose contents are compared, a few at once: one site computes while the other answers, and small files do not wait for a
 * round trip each. Of large files one: a digest that waits behind others makes no progress, and after 30 s without any it is given up. Belongs
 * to one thread.
 */
final class ContentsUnderWay {
    private static final int FILES_MAX = 32;
    private static final long BYTES_MAX = 4L << 20;

    private final Deque<Pair> pairs = new ArrayDeque<>();
    private long bytes;

    private record Pair(StorePath path, long size, AskedDigest inA, AskedDigest inB) {}

    /** The outcome of a pair. */
    record Compared(StorePath path, long size, boolean isSame) {}

    boolean hasRoomFor(long size) {
        return pairs.isEmpty() || (pairs.size() < FILES_MAX && bytes + size <= BYTES_MAX);
    }

    boolean isEmpty() {
        return pairs.isEmpty();
    }

    /** @param size of both, in bytes */
    void add(StorePath path, long size, AskedDigest inA, AskedDigest inB) {
        pairs.add(new Pair(path, size, inA, inB));
        bytes += size;
    }

    /** Waits for the pair that was added first. Not while it is empty. */
    Compared next() {
        Pair first = pairs.remove();
        bytes -= first.size();
        return new Compared(
                first.path(),
                first.size(),
                first.inA().await().equals(first.inB().await()));
    }
}
