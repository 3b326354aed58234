package org.bdm.client;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One open connection, for one request after the other. Belongs to one thread at a time. */
final class ServerLink {
    private static final int BUFFER_BYTES = 16 << 10;
    private static final int LAST_WORD_MILLIS = 2_000;

    private final Socket socket;
    private final String host;
    private final Consumer<ServerLink> idle;
    private final InputStream in;
    private final OutputStream out;
    private boolean isLast;
    private boolean isUsed;

    /**
     * Takes ownership of {@code socket}.
     *
     * @param host as the server is named in requests
     * @param idle takes the link when an answer was read to its end and another request may follow
     */
    ServerLink(Socket socket, String host, Consumer<ServerLink> idle) throws IOException {
        this.socket = socket;
        this.host = host;
        this.idle = idle;
        this.in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
        this.out = new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES);
    }

    /** No answer came over a connection that had been used before: the server may have closed it in between. */
    static final class WasClosed extends IOException {
        private static final long serialVersionUID = 1L;

        WasClosed(IOException cause) {
            super("closed by the server", cause);
        }
    }

    /** Sends, and reads the head of the answer; an exception of the body comes through as it is. */
    RestAnswer exchange(RestRequest request) throws IOException {
        boolean wasUsed = isUsed;
        isUsed = true;
        boolean isAnswered = false;
        try {
            AnswerHead head;
            try {
                head = headOf(request);
            } catch (SocketTimeoutException e) {
                throw e;
            } catch (IOException e) {
                throw wasUsed ? new WasClosed(e) : e;
            }
            isLast |= head.closes();
            RestAnswer answer = new RestAnswer(head.status(), head, new AnswerBody(this, in, head));
            isAnswered = true;
            return answer;
        } finally {
            if (!isAnswered) close();
        }
    }

    private AnswerHead headOf(RestRequest request) throws IOException {
        Duration timeout = request.answerTimeout();
        socket.setSoTimeout((int) timeout.toMillis());
        IOException unsent = send(request);
        if (unsent != null) socket.setSoTimeout(LAST_WORD_MILLIS);
        try {
            AnswerHead head = AnswerHead.read(in);
            while (head.isInterim()) head = AnswerHead.read(in);
            return head;
        } catch (IOException e) {
            throw unsent == null ? e : unsent;
        }
    }

    /** Null when all was sent or the answer came before; why it was not, when the server may have said why before it hung up. */
    private @Nullable IOException send(RestRequest request) throws IOException {
        try {
            out.write(request.head(host));
            if (request.body() != null) sendBody(request.body().get(), request.length() < 0);
            out.flush();
            return null;
        } catch (IOException e) {
            isLast = true;
            if (request.body() == null) throw e;
            return e;
        }
    }

    private void sendBody(InputStream content, boolean isChunked) throws IOException {
        byte[] piece = new byte[BUFFER_BYTES];
        try (InputStream body = content) {
            for (int read = read(body, piece); read >= 0; read = read(body, piece)) {
                if (isChunked) out.write((Integer.toHexString(read) + "\r\n").getBytes(StandardCharsets.US_ASCII));
                out.write(piece, 0, read);
                if (!isChunked) continue;
                out.write('\r');
                out.write('\n');
                if (isAnswered()) return;
            }
        }
        if (isChunked) out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    /** True when the server has answered before it has the whole request: it refuses, and sending the rest is pointless. */
    private boolean isAnswered() throws IOException {
        if (in.available() == 0) return false;
        isLast = true;
        return true;
    }

    private static int read(InputStream body, byte[] target) {
        try {
            int read = body.read(target);
            while (read == 0) read = body.read(target);
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Called at the end of an answer. */
    void answered(boolean mayGoOn) {
        if (mayGoOn && !isLast) idle.accept(this);
        else close();
    }

    void close() {
        try {
            socket.close();
        } catch (IOException gone) {
            isLast = true;
        }
    }
}
