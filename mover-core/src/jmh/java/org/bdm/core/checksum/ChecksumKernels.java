package org.bdm.core.checksum;

import java.nio.ByteBuffer;
import java.util.Random;
import org.bdm.core.Kernel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Checksums of direct blocks of 256 KiB, the slice in which the reader computes them. The blocks are taken in turn from a ring, whose size
 * decides from which cache of the processor, or from memory, they come.
 */
public class ChecksumKernels extends Kernel {
    private static final int BLOCK_BYTES = 256 << 10;
    private static final int PIECE_BYTES = 32 << 10;

    /** Size of the ring. */
    @Param({"256", "1024", "4096", "65536"})
    public int workingSetKiB;

    private final RunningDigest sha256 = RunningDigest.of(ChecksumAlgorithm.SHA256);
    private ByteBuffer[] ring;
    private int next;

    /** Fills the blocks, so that each has pages of its own. */
    @Setup
    public void fill() {
        Random random = new Random(1);
        byte[] bytes = new byte[BLOCK_BYTES];
        ring = new ByteBuffer[(workingSetKiB << 10) / BLOCK_BYTES];
        for (int i = 0; i < ring.length; i++) {
            random.nextBytes(bytes);
            ring[i] = ByteBuffer.allocateDirect(BLOCK_BYTES).put(bytes);
        }
    }

    private ByteBuffer block() {
        next = next + 1 == ring.length ? 0 : next + 1;
        return ring[next].clear();
    }

    /** The check of a block that was read or received. */
    @Benchmark
    public int crc32cOfBlock() {
        return RunningDigest.crc32c(block());
    }

    /** One block more of a large file. */
    @Benchmark
    public RunningDigest sha256OfBlock() {
        sha256.update(block());
        return sha256;
    }

    /** The digest of a whole file of 32 KiB, one of several in a pack. */
    @Benchmark
    public Checksum sha256OfSmallFile() {
        sha256.restart();
        sha256.update(block().limit(PIECE_BYTES));
        return sha256.finish();
    }
}
