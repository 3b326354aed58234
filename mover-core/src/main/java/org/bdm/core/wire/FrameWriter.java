package org.bdm.core.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.bdm.core.block.BlockTag;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.wire.Frame.Entry;
import org.bdm.core.wire.Frame.WantItem;
import org.jspecify.annotations.Nullable;

/** Frames to bytes. Without state; safe on any thread. */
public final class FrameWriter {
    private FrameWriter() {}

    /**
     * A frame whose payload is in the frame: header and payload in one buffer, owned by the caller.
     *
     * @throws IllegalArgumentException if the frame is over a bound of the protocol, or is a block or pack
     */
    public static ByteBuf encode(Frame frame, ByteBufAllocator allocator) {
        FrameType type = typeOf(frame);
        ByteBuf out = allocator.directBuffer(initialCapacity(frame));
        try {
            out.writeZero(WireLimits.HEADER_BYTES);
            writePayload(frame, new FieldWriter(out));
            int payloadLength = out.readableBytes() - WireLimits.HEADER_BYTES;
            if (type.isBulk() || payloadLength < type.payloadMin() || payloadLength > type.payloadMax()) {
                throw new IllegalArgumentException(type + " with a payload of " + payloadLength + " bytes");
            }
            int crc = RunningDigest.crc32c(out.nioBuffer(WireLimits.HEADER_BYTES, payloadLength));
            header(type, frame, payloadLength, crc).write(out.nioBuffer(0, WireLimits.HEADER_BYTES));
            return out;
        } catch (RuntimeException e) {
            out.release();
            throw e;
        }
    }

    /**
     * Writes the header of a {@link Frame.Block} or {@link Frame.Pack} to the first {@value WireLimits#HEADER_BYTES} bytes of a buffer whose
     * payload follows.
     *
     * @throws IllegalArgumentException if it is another frame, or the length is not allowed
     */
    public static void writeBulkHeader(Frame frame, int payloadLength, ByteBuf out) {
        FrameType type = typeOf(frame);
        boolean fits =
                !(frame instanceof Frame.Block block) || block.tag().range().length() == payloadLength;
        if (!type.isBulk() || !fits || payloadLength < type.payloadMin() || payloadLength > type.payloadMax()) {
            throw new IllegalArgumentException(type + " with a payload of " + payloadLength + " bytes");
        }
        int crc = frame instanceof Frame.Pack pack
                ? pack.payloadCrc32c()
                : ((Frame.Block) frame).tag().crc32c();
        header(type, frame, payloadLength, crc).write(out.nioBuffer(0, WireLimits.HEADER_BYTES));
    }

    /** Bytes of one item in a WANT, whose items have at most {@link WireLimits#WANT_BYTES_MAX} - 128 together. */
    public static int bytesOf(WantItem item) {
        return WantCodec.itemBytes(item);
    }

    /** Bytes of one entry in an ENTRIES, whose entries have at most {@link WireLimits#ENTRIES_BYTES_MAX} - 128 together. */
    public static int bytesOf(Entry entry) {
        return ListingCodec.entryBytes(entry);
    }

    private static int initialCapacity(Frame frame) {
        return frame instanceof Frame.Want || frame instanceof Frame.Entries ? 16 << 10 : 512;
    }

    private static FrameType typeOf(Frame frame) {
        if (frame instanceof Frame.Hello) return FrameType.HELLO;
        if (frame instanceof Frame.Welcome) return FrameType.WELCOME;
        if (frame instanceof Frame.Renew) return FrameType.RENEW;
        if (frame instanceof Frame.Stat) return FrameType.STAT;
        if (frame instanceof Frame.ListDirectory) return FrameType.LIST;
        if (frame instanceof Frame.Entries) return FrameType.ENTRIES;
        if (frame instanceof Frame.Want) return FrameType.WANT;
        if (frame instanceof Frame.Block) return FrameType.BLOCK;
        if (frame instanceof Frame.Zero) return FrameType.ZERO;
        if (frame instanceof Frame.Pack) return FrameType.PACK;
        if (frame instanceof Frame.FileEnd) return FrameType.FILE_END;
        if (frame instanceof Frame.AskDigest) return FrameType.DIGEST;
        if (frame instanceof Frame.DigestAnswer) return FrameType.DIGESTS;
        if (frame instanceof Frame.Cancel) return FrameType.CANCEL;
        if (frame instanceof Frame.Limits) return FrameType.LIMITS;
        if (frame instanceof Frame.Dial) return FrameType.DIAL;
        if (frame instanceof Frame.Failure) return FrameType.ERROR;
        if (frame instanceof Frame.Ping) return FrameType.PING;
        if (frame instanceof Frame.Pong) return FrameType.PONG;
        if (frame instanceof Frame.Load) return FrameType.LOAD;
        if (frame instanceof Frame.Call) return FrameType.CALL;
        if (frame instanceof Frame.Reply) return FrameType.REPLY;
        if (frame instanceof Frame.UseDscp) return FrameType.DSCP;
        if (frame instanceof Frame.UseReaders) return FrameType.READERS;
        return FrameType.GOODBYE;
    }

    private static void writePayload(Frame frame, FieldWriter out) {
        if (frame instanceof Frame.Hello f) GreetingCodec.hello(f, out);
        else if (frame instanceof Frame.Welcome f) GreetingCodec.welcome(f, out);
        else if (frame instanceof Frame.Renew f) GreetingCodec.renew(f, out);
        else if (frame instanceof Frame.Stat f) ListingCodec.stat(f, out);
        else if (frame instanceof Frame.ListDirectory f) ListingCodec.list(f, out);
        else if (frame instanceof Frame.Entries f) ListingCodec.entries(f, out);
        else if (frame instanceof Frame.Want f) WantCodec.want(f, out);
        else if (frame instanceof Frame.FileEnd f) WantCodec.fileEnd(f, out);
        else if (frame instanceof Frame.AskDigest f) WantCodec.askDigest(f, out);
        else if (frame instanceof Frame.DigestAnswer f) WantCodec.digestAnswer(f, out);
        else if (frame instanceof Frame.Cancel f) WantCodec.cancel(f, out);
        else if (frame instanceof Frame.Limits f) GreetingCodec.limitsFrame(f, out);
        else if (frame instanceof Frame.Dial f) GreetingCodec.dial(f, out);
        else if (frame instanceof Frame.Failure f) FailureCodec.failure(f, out);
        else if (frame instanceof Frame.Ping f) out.i64(f.nonce());
        else if (frame instanceof Frame.Pong f) out.i64(f.nonce());
        else if (frame instanceof Frame.Load f) LoadCodec.load(f, out);
        else if (frame instanceof Frame.Goodbye f) GreetingCodec.goodbye(f, out);
        else if (frame instanceof Frame.Call f) CallCodec.call(f, out);
        else if (frame instanceof Frame.Reply f) CallCodec.reply(f, out);
        else if (frame instanceof Frame.UseDscp f) out.u8(f.dscp().codePoint());
        else if (frame instanceof Frame.UseReaders f) out.u8(f.readers());
    }

    private static FrameHeader header(FrameType type, Frame frame, int payloadLength, int crc) {
        if (frame instanceof Frame.Block f) {
            BlockTag tag = f.tag();
            FrameHeader ofFile = ofFile(type, f.request().number(), tag.file(), tag.epoch(), payloadLength, crc);
            return ofFile.withRange(tag.range());
        }
        if (frame instanceof Frame.Zero f) {
            if (f.range().length() > WireLimits.ZERO_BYTES_MAX) {
                throw new IllegalArgumentException("a hole of " + f.range());
            }
            return ofFile(type, f.request().number(), f.file(), f.epoch(), 0, crc)
                    .withRange(f.range());
        }
        if (frame instanceof Frame.FileEnd f) {
            return ofFile(type, f.request().number(), f.file(), f.epoch(), payloadLength, crc);
        }
        if (frame instanceof Frame.AskDigest f) {
            return ofFile(type, f.request().number(), f.file(), null, payloadLength, crc);
        }
        if (frame instanceof Frame.DigestAnswer f) {
            return ofFile(type, f.request().number(), f.file(), null, payloadLength, crc);
        }
        if (frame instanceof Frame.Failure f) {
            return ofFile(type, f.request().number(), f.file(), f.epoch(), payloadLength, crc);
        }
        return ofFile(type, request(frame), null, null, payloadLength, crc);
    }

    private static long request(Frame frame) {
        if (frame instanceof Frame.Stat f) return f.request().number();
        if (frame instanceof Frame.ListDirectory f) return f.request().number();
        if (frame instanceof Frame.Entries f) return f.request().number();
        if (frame instanceof Frame.Want f) return f.request().number();
        if (frame instanceof Frame.Pack f) return f.request().number();
        if (frame instanceof Frame.Call f) return f.request().number();
        if (frame instanceof Frame.Reply f) return f.request().number();
        return 0;
    }

    private static FrameHeader ofFile(
            FrameType type, long request, @Nullable FileId file, @Nullable Epoch epoch, int payloadLength, int crc) {
        return new FrameHeader(
                type.number(),
                0,
                payloadLength,
                epoch == null ? 0 : epoch.number(),
                request,
                file == null ? 0 : file.number(),
                0,
                0,
                crc);
    }
}
