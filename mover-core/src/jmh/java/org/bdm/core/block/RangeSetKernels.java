package org.bdm.core.block;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.bdm.core.Kernel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** The blocks of a file of 4 GiB, as they arrive: a set for each file, one block an operation. */
public class RangeSetKernels extends Kernel {
    private static final int BLOCKS = 4096;
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int WINDOW_BLOCKS = 64;

    private final ByteRange[] inOrder = new ByteRange[BLOCKS];
    private final ByteRange[] outOfOrder = new ByteRange[BLOCKS];
    private final RangeSet everyOther = new RangeSet();
    private RangeSet arriving = new RangeSet();
    private int next;

    /** Blocks in order, and out of order within a window, as over several streams. */
    @Setup
    public void blocks() {
        Random random = new Random(1);
        List<ByteRange> window = new ArrayList<>();
        for (int i = 0; i < BLOCKS; i++) {
            inOrder[i] = new ByteRange((long) i * BLOCK_BYTES, BLOCK_BYTES);
            window.add(inOrder[i]);
            if (i % 2 == 0 && i < 2 * WINDOW_BLOCKS) everyOther.add(inOrder[i]);
            if (window.size() < WINDOW_BLOCKS) continue;
            Collections.shuffle(window, random);
            for (int j = 0; j < WINDOW_BLOCKS; j++) outOfOrder[i + 1 - WINDOW_BLOCKS + j] = window.get(j);
            window.clear();
        }
    }

    private RangeSet add(ByteRange[] blocks) {
        if (next == blocks.length) {
            next = 0;
            arriving = new RangeSet();
        }
        arriving.add(blocks[next++]);
        return arriving;
    }

    /** Each block touches the one before. */
    @Benchmark
    public RangeSet addInOrder() {
        return add(inOrder);
    }

    /** Up to 32 gaps at a time. */
    @Benchmark
    public RangeSet addOutOfOrder() {
        return add(outOfOrder);
    }

    /** Whether a block is there, among 64 ranges. */
    @Benchmark
    public boolean contains() {
        next = next == 2 * WINDOW_BLOCKS - 1 ? 0 : next + 1;
        return everyOther.contains(inOrder[next]);
    }

    /** A block is taken out of the middle of a range and comes back. */
    @Benchmark
    public RangeSet removeAndAdd() {
        next = next == BLOCKS - 1 ? 0 : next + 1;
        if (arriving.isEmpty()) arriving.add(new ByteRange(0, (long) BLOCKS * BLOCK_BYTES));
        arriving.remove(inOrder[next]);
        arriving.add(inOrder[next]);
        return arriving;
    }
}
