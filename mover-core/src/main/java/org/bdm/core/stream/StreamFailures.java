package org.bdm.core.stream;

import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.bdm.core.fault.ConnectReason;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.id.StreamId;
import org.bdm.core.wire.Frame;

/** Turns exceptions of sockets and TLS into errors with codes. */
final class StreamFailures {
    private static final int DEFECT_CHARACTERS_MAX = 300;

    private StreamFailures() {}

    /** Something was thrown that nobody expected: its class and message, in one line, help whoever sees only the error of a file. */
    static MoverException ofDefect(StreamId id, Throwable thrown) {
        String line = thrown.toString().replaceAll("\\s+", " ");
        if (line.length() > DEFECT_CHARACTERS_MAX) line = line.substring(0, DEFECT_CHARACTERS_MAX) + "...";
        return new MoverException(ErrorCode.INTERNAL, id + " failed in this program: " + line, thrown);
    }

    /** While dialling. */
    static MoverException ofDialling(Throwable cause, InetSocketAddress address) {
        if (cause instanceof MoverException known) return known;
        if (isOfTls(cause)) return ofTls(cause, address);
        return new MoverException(
                ErrorCode.PEER_UNREACHABLE,
                "no connection to " + shown(address) + ": " + ConnectReason.of(cause),
                cause);
    }

    /** On a stream that was open. */
    static MoverException ofEstablished(Throwable cause, InetSocketAddress address) {
        if (cause instanceof MoverException known) return known;
        if (isOfTls(cause)) return ofTls(cause, address);
        return new MoverException(
                ErrorCode.CONNECTION_LOST, "the connection to " + address + " broke: " + shortly(cause), cause);
    }

    /** The peer closed a stream that was open. */
    static MoverException closedByPeer(boolean saidGoodbye) {
        return saidGoodbye
                ? new MoverException(ErrorCode.GOING_AWAY, "the other side said goodbye")
                : new MoverException(ErrorCode.CONNECTION_LOST, "the other side closed the connection");
    }

    /** During or after the TLS handshake. */
    static MoverException ofTls(Throwable cause, InetSocketAddress address) {
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof PinRefusedException refused) {
                return new MoverException(
                        ErrorCode.PEER_NOT_PINNED,
                        address + " showed a key that is not accepted: " + refused.getMessage(),
                        cause);
            }
            if (t instanceof SslHandshakeTimeoutException) {
                return new MoverException(
                        ErrorCode.TIMED_OUT, "the TLS handshake with " + address + " took too long", cause);
            }
        }
        String message = messages(cause);
        if (message.contains("certificate")) {
            return new MoverException(
                    ErrorCode.PEER_NOT_PINNED, address + " does not accept the key of this node", cause);
        }
        if (message.contains("protocol_version")
                || message.contains("protocol version")
                || message.contains("unsupported_protocol")) {
            return new MoverException(ErrorCode.SECURITY_MISMATCH, address + " does not speak TLS 1.3", cause);
        }
        if (message.contains("handshake_failure")
                || message.contains("handshake failure")
                || message.contains("not an ssl")) {
            return new MoverException(ErrorCode.SECURITY_MISMATCH, address + " refuses TLS", cause);
        }
        return new MoverException(
                ErrorCode.CONNECTION_LOST, "TLS with " + address + " failed: " + shortly(cause), cause);
    }

    private static boolean isOfTls(Throwable cause) {
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof SSLException || t instanceof PinRefusedException) return true;
        }
        return false;
    }

    private static String messages(Throwable cause) {
        StringBuilder all = new StringBuilder();
        for (Throwable t = cause; t != null; t = t.getCause())
            all.append(t.getMessage()).append('\n');
        return all.toString().toLowerCase(Locale.ROOT);
    }

    /** Without the slash that Java writes before an address whose name was not looked up. */
    private static String shown(InetSocketAddress address) {
        String text = address.toString();
        return text.startsWith("/") ? text.substring(1) : text;
    }

    private static String shortly(Throwable cause) {
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }

    /** Returns the frame sent to the peer before the stream is closed. */
    static Frame lastWords(MoverException reason) {
        return reason.code() == ErrorCode.GOING_AWAY
                ? new Frame.Goodbye(false, reason.detail())
                : Frame.Failure.of(Frame.Scope.STREAM, new RequestId(0), reason);
    }

    /** The other end told why it closes the stream. */
    static MoverException toldByPeer(MoverException reason) {
        return new MoverException(reason.code(), "the other side closed the stream: " + reason.detail(), reason);
    }

    /** Nothing came for too long. */
    static MoverException silent(Object from, Duration time) {
        return new MoverException(
                ErrorCode.TIMED_OUT, "nothing was received from " + from + " for " + time.toMillis() + " ms");
    }
}
