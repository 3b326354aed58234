package org.bdm.core.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.FrameWriter;

/** Decides by the first byte of an accepted connection what it is. Everything that is no stream gets at most one line, and is closed. */
final class FirstBytesHandler extends ChannelInboundHandlerAdapter {
    /** First bytes of a plain stream; its line ends reveal a connection that changes them. */
    static final byte[] PREFACE = {'B', 'D', 'M', '1', '\r', '\n', 0x1a, '\n'};

    private static final int TLS_HANDSHAKE = 0x16;
    private static final String HTTP_LETTERS = "GPHCOD";
    private static final String HTTP_BODY = "This is the data port of a Bulk Data Mover, not a web server.\n";
    private static final byte[] HTTP_ANSWER =
            ("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n" + "Content-Length: "
                            + HTTP_BODY.length() + "\r\n\r\n" + HTTP_BODY)
                    .getBytes(StandardCharsets.US_ASCII);
    /** Alert, TLS 1.2 record, 2 bytes: fatal, handshake_failure. */
    private static final byte[] TLS_REFUSAL = {0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28};

    private final boolean takesTls;
    private final boolean takesPlain;
    private final Decision decision;
    private final ByteBuf first = Unpooled.buffer(PREFACE.length, PREFACE.length);
    private boolean decided;

    /** Continues with the kind of connection; called once, on the event loop. */
    interface Decision {
        /** Build the pipeline for TLS; the bytes so far are given to it afterwards. */
        void tls(ChannelHandlerContext context);

        /** Build the pipeline for a plain stream; the preface has been taken. */
        void plain(ChannelHandlerContext context);

        /** It is closed. */
        void refused(MoverException reason);
    }

    FirstBytesHandler(boolean takesTls, boolean takesPlain, Decision decision) {
        this.takesTls = takesTls;
        this.takesPlain = takesPlain;
        this.decision = decision;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            if (decided) return;
            first.writeBytes(bytes, Math.min(bytes.readableBytes(), first.writableBytes()));
            if (first.isReadable()) decide(context, first.getUnsignedByte(0), bytes);
        } finally {
            bytes.release();
        }
    }

    private void decide(ChannelHandlerContext context, int firstByte, ByteBuf rest) {
        if (firstByte == TLS_HANDSHAKE) {
            if (takesTls) tls(context, rest);
            else refuse(context, TLS_REFUSAL, ErrorCode.SECURITY_MISMATCH, "TLS where only plain data is accepted");
        } else if (firstByte == PREFACE[0]) {
            if (!startsPreface()) refuse(context, new byte[0], ErrorCode.PROTOCOL_VIOLATION, "not a mover: " + shown());
            else if (first.isWritable()) return;
            else if (takesPlain) plain(context, rest);
            else refusePlain(context);
        } else if (HTTP_LETTERS.indexOf(firstByte) >= 0) {
            refuse(context, HTTP_ANSWER, ErrorCode.PROTOCOL_VIOLATION, "HTTP on the data port");
        } else {
            refuse(context, new byte[0], ErrorCode.PROTOCOL_VIOLATION, "not a mover: it began with " + shown());
        }
    }

    private boolean startsPreface() {
        for (int i = 0; i < first.readableBytes(); i++) {
            if (first.getByte(i) != PREFACE[i]) return false;
        }
        return true;
    }

    private String shown() {
        return ByteBufUtil.hexDump(first);
    }

    private void tls(ChannelHandlerContext context, ByteBuf rest) {
        decided = true;
        decision.tls(context);
        ByteBuf all =
                Unpooled.wrappedBuffer(Unpooled.copiedBuffer(first), rest.readRetainedSlice(rest.readableBytes()));
        context.fireChannelRead(all);
        context.pipeline().remove(this);
    }

    private void plain(ChannelHandlerContext context, ByteBuf rest) {
        decided = true;
        decision.plain(context);
        if (rest.isReadable()) context.fireChannelRead(rest.readRetainedSlice(rest.readableBytes()));
        context.pipeline().remove(this);
    }

    private void refusePlain(ChannelHandlerContext context) {
        MoverException reason = new MoverException(
                ErrorCode.SECURITY_MISMATCH, "this node accepts encrypted connections only (--data-security tls)");
        decided = true;
        decision.refused(reason);
        ByteBuf failure =
                FrameWriter.encode(Frame.Failure.of(Frame.Scope.STREAM, new RequestId(0), reason), context.alloc());
        context.writeAndFlush(failure).addListener(ChannelFutureListener.CLOSE);
    }

    private void refuse(ChannelHandlerContext context, byte[] answer, ErrorCode code, String what) {
        decided = true;
        decision.refused(new MoverException(code, what));
        context.writeAndFlush(Unpooled.wrappedBuffer(answer)).addListener(ChannelFutureListener.CLOSE);
    }
}
