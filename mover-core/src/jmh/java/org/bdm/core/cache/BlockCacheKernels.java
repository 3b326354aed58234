package org.bdm.core.cache;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.bdm.core.Kernel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Taking a block from the cache and putting it back, with the quotas of a job and of a stream, and the views of a block. */
public class BlockCacheKernels extends Kernel {
    private static final int BLOCKS = 32;
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int HEADER_BYTES = 64;

    private BlockCache cache;
    private CacheShare stream;
    private BlockLender ofFile;
    private Loan held;

    /** A cache with a share in a share. */
    @Setup
    public void open() {
        cache = new BlockCache(BLOCKS, BLOCK_BYTES);
        stream = cache.share(new CacheQuota("job", 0, BLOCKS)).share(CacheQuota.ofStream("stream", BLOCKS));
        ofFile = stream.forFile(7);
        held = stream.tryLend();
    }

    /** Gives all back. */
    @TearDown
    public void close() {
        held.release();
        cache.close();
    }

    /** A block for a pack. */
    @Benchmark
    public Loan takeAndPut() {
        Loan loan = stream.tryLend();
        loan.release();
        return loan;
    }

    /** A block for one file, whose blocks are counted. */
    @Benchmark
    public Loan takeAndPutForFile() {
        Loan loan = ofFile.tryLend();
        loan.release();
        return loan;
    }

    /** What a disk or checksum is given of a block. */
    @Benchmark
    public ByteBuffer payloadView() {
        return held.payload(0, BLOCK_BYTES);
    }

    /** What a channel is given of a block. */
    @Benchmark
    public ByteBuf channelView() {
        return held.view(HEADER_BYTES, BLOCK_BYTES);
    }
}
