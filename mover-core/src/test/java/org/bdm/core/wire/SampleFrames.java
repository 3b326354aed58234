package org.bdm.core.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.RequestId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.EntryIdentity;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/** One frame of each kind, and helpers to make bytes of them. */
final class SampleFrames {
    static final FileVersion VERSION = new FileVersion(
            16, Instant.ofEpochSecond(1_577_836_800L, 123_456_789), Instant.ofEpochSecond(1_577_836_801L), 4711);
    static final Frame.OfferedLimits LIMITS = new Frame.OfferedLimits(1 << 20, 64L << 20, 64, 1024);
    static final RequestId REQUEST = new RequestId(5);
    static final FileId FILE = new FileId(7);
    static final Epoch EPOCH = new Epoch(2);

    private SampleFrames() {}

    /** All but blocks and packs. */
    static List<Frame> control() {
        StorePath path = StorePath.ofUtf8("CMIP6/tas.nc");
        return List.of(
                hello(Optional.of(new byte[] {1, 2, 3})),
                hello(Optional.empty()),
                new Frame.Welcome(1, 0, LIMITS, 1_577_837_700L, 1_577_836_800L),
                new Frame.Welcome(
                        1,
                        Features.DATA_PORTS,
                        LIMITS,
                        1_577_837_700L,
                        1_577_836_800L,
                        List.of("a.org:8471", "[::1]:1")),
                new Frame.Welcome(
                        1, Features.READERS, LIMITS, 1_577_837_700L, 1_577_836_800L, List.of(), WireLimits.READERS_MAX),
                new Frame.UseReaders(1),
                new Frame.UseReaders(WireLimits.READERS_MAX),
                new Frame.Renew(new byte[] {9, 8, 7}),
                new Frame.Stat(REQUEST, "cmip6", path),
                new Frame.Stat(REQUEST, "cmip6", StorePath.ROOT),
                new Frame.ListDirectory(REQUEST, "cmip6", path, Optional.of(FileName.of(new byte[] {-1, -2})), 1000),
                new Frame.ListDirectory(REQUEST, "cmip6", StorePath.ROOT, Optional.empty(), 1),
                entries(),
                want(),
                new Frame.Zero(REQUEST, FILE, EPOCH, new ByteRange(1L << 40, 1L << 30)),
                new Frame.FileEnd(REQUEST, FILE, EPOCH, VERSION, 0644),
                new Frame.AskDigest(REQUEST, "cmip6", FILE, path, VERSION, ChecksumAlgorithm.MD5),
                new Frame.DigestAnswer(REQUEST, FILE, 1L << 33, Optional.empty()),
                new Frame.DigestAnswer(
                        REQUEST, FILE, 16, Optional.of(new Checksum(ChecksumAlgorithm.SHA256, new byte[32]))),
                new Frame.Cancel(List.of(new RequestId(3), new RequestId(4))),
                new Frame.Limits(1L << 27, 32, 1_000_000),
                new Frame.Dial("s-1", 4),
                failure(Optional.of(ErrorCode.SOURCE_CHANGED), ErrorKind.TRANSIENT),
                new Frame.Failure(
                        Frame.Scope.STREAM,
                        new RequestId(0),
                        null,
                        null,
                        Optional.empty(),
                        ErrorKind.EXHAUSTED,
                        500,
                        "ü"),
                new Frame.Ping(-1),
                new Frame.Pong(Long.MIN_VALUE),
                new Frame.Load(1_000_000, 700_000, 20_000, 250_000, 0, 1000, 50_000, 8000, 8),
                new Frame.Goodbye(true, "restart"),
                new Frame.Call(REQUEST, "jobs.get", new byte[] {'{', '}'}),
                new Frame.Reply(REQUEST, new byte[] {1, 2, 3}),
                new Frame.UseDscp(new Dscp(46)));
    }

    static Frame.Hello hello(Optional<byte[]> ticket) {
        return new Frame.Hello(
                1,
                1,
                0,
                new SiteName("dkrz"),
                new NodeId("ab".repeat(32)),
                0x0123456789abcdefL,
                Frame.Purpose.ASK,
                "s-1",
                LIMITS,
                ticket);
    }

    static Frame.Entries entries() {
        return new Frame.Entries(
                REQUEST,
                List.of(
                        entry("tas.nc", FileKind.FILE, null),
                        new Frame.Entry(
                                FileName.ofUtf8("linked.nc"),
                                new FileStatus(FileKind.FILE, VERSION, 0644, null, new EntryIdentity(-5, 3)),
                                null,
                                ""),
                        new Frame.Entry(
                                FileName.ofUtf8("mounted"),
                                new FileStatus(FileKind.DIRECTORY, VERSION, 0755, null, new EntryIdentity(1L << 40, 0)),
                                null,
                                ""),
                        entry("latest", FileKind.SYMBOLIC_LINK, "v1".getBytes(StandardCharsets.US_ASCII)),
                        new Frame.Entry(
                                FileName.ofUtf8("secret"), null, ErrorCode.SOURCE_UNREADABLE, "no right to read")),
                true);
    }

    private static Frame.Entry entry(String name, FileKind kind, byte[] target) {
        return new Frame.Entry(FileName.ofUtf8(name), new FileStatus(kind, VERSION, 0755, target), null, "");
    }

    static Frame.Want want() {
        return new Frame.Want(
                REQUEST,
                "cmip6",
                List.of(
                        new Frame.WantItem(FILE, EPOCH, StorePath.ofUtf8("a/b"), VERSION, List.of(), true),
                        new Frame.WantItem(
                                new FileId(8),
                                new Epoch(1),
                                StorePath.ofUtf8("c"),
                                VERSION,
                                List.of(new ByteRange(0, 4), new ByteRange(8, 8)),
                                false)));
    }

    static Frame.Failure failure(Optional<ErrorCode> code, ErrorKind kind) {
        return new Frame.Failure(Frame.Scope.FILE, REQUEST, FILE, EPOCH, code, kind, 0, "tas.nc changed");
    }

    static Frame.PackPiece piece(long file, int length) {
        FileVersion version = new FileVersion(length, VERSION.modified(), VERSION.changed(), file);
        return new Frame.PackPiece(new FileId(file), EPOCH, length, version, 0644, null, "");
    }

    static Frame.PackPiece badPiece(long file, String detail) {
        return new Frame.PackPiece(new FileId(file), EPOCH, 0, null, 0, ErrorCode.SOURCE_CHANGED, detail);
    }

    static byte[] bytes(Frame frame) {
        ByteBuf encoded = FrameWriter.encode(frame, UnpooledByteBufAllocator.DEFAULT);
        byte[] bytes = new byte[encoded.readableBytes()];
        encoded.readBytes(bytes);
        encoded.release();
        return bytes;
    }

    /** Header and payload of a block or pack. */
    static byte[] bulkBytes(Frame frame, byte[] payload) {
        ByteBuf header = Unpooled.directBuffer(WireLimits.HEADER_BYTES).writeZero(WireLimits.HEADER_BYTES);
        try {
            FrameWriter.writeBulkHeader(frame, payload.length, header);
            byte[] bytes = new byte[WireLimits.HEADER_BYTES + payload.length];
            header.readBytes(bytes, 0, WireLimits.HEADER_BYTES);
            System.arraycopy(payload, 0, bytes, WireLimits.HEADER_BYTES, payload.length);
            return bytes;
        } finally {
            header.release();
        }
    }

    static Frame.Block block(byte[] payload) {
        int crc = RunningDigest.crc32c(ByteBuffer.wrap(payload));
        return new Frame.Block(REQUEST, new BlockTag(FILE, EPOCH, new ByteRange(0, payload.length), crc));
    }

    /** Reads one frame as a stream does. */
    static Frame read(byte[] bytes) {
        if (bytes.length < WireLimits.HEADER_BYTES) throw FrameHeader.violation("too short for the test");
        FrameHeader header = FrameHeader.read(
                ByteBuffer.wrap(bytes, 0, WireLimits.HEADER_BYTES).slice());
        if (header.isSkipped()) throw FrameHeader.violation("skipped");
        if (bytes.length - WireLimits.HEADER_BYTES < header.payloadLength()) throw FrameHeader.violation("incomplete");
        ByteBuffer payload = ByteBuffer.wrap(bytes, WireLimits.HEADER_BYTES, header.payloadLength())
                .slice();
        if (header.isBulk()) return FrameReader.bulkFrame(header, payload);
        return FrameReader.frame(header, Unpooled.wrappedBuffer(payload));
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
