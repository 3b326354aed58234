package org.bdm.core.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.bdm.core.Kernel;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Frames to bytes and back: the header of a block, and a WANT of 64 small files. */
public class FrameKernels extends Kernel {
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int WANTED_FILES = 64;

    private final PooledByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
    private final ByteBuf bulk = Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(WireLimits.HEADER_BYTES));
    private final ByteBuffer payload = ByteBuffer.allocateDirect(BLOCK_BYTES);
    private Frame.Block block;
    private Frame.Want want;
    private ByteBuf encodedWant;

    /** Writes what is read later. */
    @Setup
    public void encode() {
        BlockTag tag = new BlockTag(new FileId(7), new Epoch(1), new ByteRange(5L << 40, BLOCK_BYTES), 4711);
        block = new Frame.Block(new RequestId(5), tag);
        FrameWriter.writeBulkHeader(block, BLOCK_BYTES, bulk);
        FileVersion version =
                new FileVersion(16, Instant.ofEpochSecond(1_577_836_800L), Instant.ofEpochSecond(1_577_836_801L), 4711);
        List<Frame.WantItem> items = LongStream.rangeClosed(1, WANTED_FILES)
                .mapToObj(file -> new Frame.WantItem(
                        new FileId(file),
                        new Epoch(1),
                        StorePath.ofUtf8("CMIP6/CMIP/IPSL/r" + file + "i1p1f1/tas.nc"),
                        version,
                        List.of(),
                        true))
                .toList();
        want = new Frame.Want(new RequestId(6), "cmip6", items);
        encodedWant = FrameWriter.encode(want, allocator);
    }

    /** Gives the bytes back. */
    @TearDown
    public void release() {
        encodedWant.release();
    }

    /** Fills the 64 bytes in front of a block. */
    @Benchmark
    public ByteBuf writeBlockHeader() {
        FrameWriter.writeBulkHeader(block, BLOCK_BYTES, bulk);
        return bulk;
    }

    /** Makes the frame of a block that was received. */
    @Benchmark
    public Frame readBlockHeader() {
        FrameHeader header = FrameHeader.read(bulk.internalNioBuffer(0, WireLimits.HEADER_BYTES));
        return FrameReader.bulkFrame(header, payload);
    }

    /** Encodes a request for 64 files. */
    @Benchmark
    public int writeWant() {
        ByteBuf encoded = FrameWriter.encode(want, allocator);
        int length = encoded.readableBytes();
        encoded.release();
        return length;
    }

    /** Reads a request for 64 files, each of which becomes several objects. */
    @Benchmark
    public Frame readWant() {
        FrameHeader header = FrameHeader.read(encodedWant.internalNioBuffer(0, WireLimits.HEADER_BYTES));
        return FrameReader.frame(header, encodedWant.slice(WireLimits.HEADER_BYTES, header.payloadLength()));
    }
}
