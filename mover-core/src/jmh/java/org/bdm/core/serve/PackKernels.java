package org.bdm.core.serve;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.bdm.core.Kernel;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.reader.PackedPiece;
import org.bdm.core.reader.ReadItem;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.FrameHeader;
import org.bdm.core.wire.FrameReader;
import org.bdm.core.wire.FrameWriter;
import org.bdm.core.wire.WireLimits;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** The index of a pack of 32 files, as the source writes it and the destination reads it. Their bytes are not touched by either. */
public class PackKernels extends Kernel {
    private static final int FILES = 32;
    private static final int FILE_BYTES = 24 << 10;

    private final WirePackLayout layout = new WirePackLayout();
    private final int dataOffset = layout.dataOffset(FILES);
    private final ByteBuffer payload = ByteBuffer.allocateDirect(dataOffset + FILES * FILE_BYTES);
    private List<PackedPiece> pieces;
    private FrameHeader header;

    /** Writes what is read later. */
    @Setup
    public void pack() {
        MemoryStore store = new MemoryStore();
        Instant modified = Instant.ofEpochSecond(1_577_836_800L, 123_456_789);
        pieces = LongStream.rangeClosed(1, FILES)
                .mapToObj(file -> {
                    FileVersion version = new FileVersion(FILE_BYTES, modified, modified, file);
                    StorePath path = StorePath.ofUtf8("CMIP6/tas_" + file + ".nc");
                    ReadItem item = new ReadItem(
                            new RequestId(5), store, new FileId(file), new Epoch(1), path, version, List.of(), true);
                    return new PackedPiece(item, FILE_BYTES, version, 0644, null);
                })
                .toList();
        layout.writeIndex(pieces, dataOffset, payload);
        ByteBuf bytes = Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(WireLimits.HEADER_BYTES));
        Frame.Pack frame = new Frame.Pack(new RequestId(5), WirePackLayout.frames(pieces), dataOffset, 4711);
        FrameWriter.writeBulkHeader(frame, payload.capacity(), bytes);
        header = FrameHeader.read(bytes.nioBuffer(0, WireLimits.HEADER_BYTES));
    }

    /** Writes the index in front of files that were read to their places. */
    @Benchmark
    public ByteBuffer writePackIndex() {
        layout.writeIndex(pieces, dataOffset, payload);
        return payload;
    }

    /** Reads the index of a pack that was received. */
    @Benchmark
    public Frame readPackIndex() {
        return FrameReader.bulkFrame(header, payload);
    }
}
