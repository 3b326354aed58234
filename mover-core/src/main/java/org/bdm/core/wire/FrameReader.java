package org.bdm.core.wire;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;

/** Bytes to frames. Without state; safe on any thread. Throws only {@link MoverException}. */
public final class FrameReader {
    private FrameReader() {}

    /**
     * The frame of a header and its payload, which is neither bulk nor skipped.
     *
     * @param payload {@link FrameHeader#payloadLength()} readable bytes; the reader index moves, the buffer is not released
     * @throws MoverException CONNECTION_LOST if the checksum is wrong; PROTOCOL_VIOLATION if a value is out of bounds
     */
    public static Frame frame(FrameHeader header, ByteBuf payload) {
        FrameType type = header.knownType();
        if (RunningDigest.crc32c(payload.nioBuffer()) != header.payloadCrc32c()) {
            throw new MoverException(ErrorCode.CONNECTION_LOST, type + " arrived damaged: its checksum is wrong");
        }
        try {
            FieldReader in = new FieldReader(type, payload);
            Frame frame = control(type, header, in);
            in.end();
            return frame;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw violation(type, e);
        } catch (MoverException e) {
            throw e.code() == ErrorCode.PROTOCOL_VIOLATION ? e : violation(type, e);
        }
    }

    private static Frame control(FrameType type, FrameHeader header, FieldReader in) {
        RequestId request = header.requestId();
        return switch (type) {
            case HELLO -> GreetingCodec.hello(in);
            case WELCOME -> GreetingCodec.welcome(in);
            case RENEW -> GreetingCodec.renew(in);
            case STAT -> ListingCodec.stat(request, in);
            case LIST -> ListingCodec.list(request, in);
            case ENTRIES -> ListingCodec.entries(request, in);
            case WANT -> WantCodec.want(request, in);
            case ZERO -> zero(header);
            case FILE_END -> WantCodec.fileEnd(header, in);
            case DIGEST -> WantCodec.askDigest(header, in);
            case DIGESTS -> WantCodec.digestAnswer(header, in);
            case CANCEL -> WantCodec.cancel(in);
            case LIMITS -> GreetingCodec.limitsFrame(in);
            case DIAL -> GreetingCodec.dial(in);
            case ERROR -> FailureCodec.failure(header, in);
            case PING -> new Frame.Ping(in.i64("nonce"));
            case PONG -> new Frame.Pong(in.i64("nonce"));
            case GOODBYE -> GreetingCodec.goodbye(in);
            case LOAD -> LoadCodec.load(in);
            case CALL -> CallCodec.call(request, in);
            case REPLY -> CallCodec.reply(request, in);
            case DSCP -> new Frame.UseDscp(new Dscp(in.u8("DSCP")));
            case READERS -> new Frame.UseReaders(GreetingCodec.readers(in));
            case BLOCK, PACK -> throw new IllegalArgumentException(type + " is read by bulkFrame");
        };
    }

    private static Frame zero(FrameHeader header) {
        ByteRange range = new ByteRange(header.offset(), header.length());
        if (range.length() > WireLimits.ZERO_BYTES_MAX) throw FrameHeader.violation("ZERO of the range " + range);
        return new Frame.Zero(header.requestId(), new FileId(header.file()), new Epoch(header.epoch()), range);
    }

    /**
     * The frame of a header whose payload is in a loan. The checksum of the payload is not checked here.
     *
     * @param payload the payload from position 0 on; for a pack its index is read from there
     * @throws MoverException PROTOCOL_VIOLATION if a value is out of bounds
     */
    public static Frame bulkFrame(FrameHeader header, ByteBuffer payload) {
        FrameType type = header.knownType();
        try {
            if (type == FrameType.BLOCK) return new Frame.Block(header.requestId(), header.blockTag());
            Optional<PackIndex.Parsed> index = PackIndex.read(payload, header.payloadLength());
            return index.map(parsed -> new Frame.Pack(
                            header.requestId(), parsed.pieces(), parsed.dataOffset(), header.payloadCrc32c()))
                    .orElseGet(() -> new Frame.Pack(header.requestId(), List.of(), 0, header.payloadCrc32c()));
        } catch (IllegalArgumentException e) {
            throw violation(type, e);
        }
    }

    private static MoverException violation(FrameType type, RuntimeException cause) {
        return new MoverException(
                ErrorCode.PROTOCOL_VIOLATION,
                "the other side broke the protocol: " + type + ": " + cause.getMessage(),
                cause);
    }
}
