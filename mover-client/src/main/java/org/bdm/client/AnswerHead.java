package org.bdm.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Status and headers of an answer over HTTP/1.1.
 *
 * @param headers by name in lower case; the values of one name are joined with commas
 */
record AnswerHead(int status, boolean isOldHttp, Map<String, String> headers) {
    private static final int BYTES_MAX = 256 << 10;
    private static final String VERSION = "HTTP/1.";

    /** Reads the next head. */
    static AnswerHead read(InputStream in) throws IOException {
        int[] left = {BYTES_MAX};
        String first = line(in, left);
        if (!first.matches("HTTP/1\\.[01] [1-5][0-9]{2}( .*)?")) throw new IOException("the answer is not HTTP/1.1");
        int status = Integer.parseInt(first.substring(9, 12));
        Map<String, String> headers = new HashMap<>();
        for (String line = line(in, left); !line.isEmpty(); line = line(in, left)) {
            int colon = line.indexOf(':');
            if (colon < 1) throw new IOException("a header of the answer has no name");
            String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            headers.merge(name, line.substring(colon + 1).strip(), (one, other) -> one + "," + other);
        }
        return new AnswerHead(status, first.charAt(VERSION.length()) == '0', headers);
    }

    /** The next line without its end, which is CR LF or LF; takes its length off {@code bytesLeft[0]}. */
    static String line(InputStream in, int[] bytesLeft) throws IOException {
        byte[] line = new byte[128];
        int length = 0;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) throw new EOFException("closed by the server");
            if (--bytesLeft[0] < 0) throw new IOException("the head of the answer is too long");
            if (length == line.length) line = Arrays.copyOf(line, 2 * length);
            line[length++] = (byte) next;
        }
        if (length > 0 && line[length - 1] == '\r') length--;
        return new String(line, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** The value of a header, by its name in lower case; empty if there is none. */
    String header(String name) {
        return headers.getOrDefault(name, "");
    }

    boolean isInterim() {
        return status / 100 == 1;
    }

    boolean hasBody() {
        return status != 204 && status != 304;
    }

    boolean isChunked() {
        return headers.getOrDefault("transfer-encoding", "")
                .toLowerCase(Locale.ROOT)
                .endsWith("chunked");
    }

    /** Bytes of the body; negative if it ends with the connection. */
    long length() throws IOException {
        String text = headers.get("content-length");
        if (text == null) return -1;
        if (!text.matches("[0-9]{1,18}")) throw new IOException("the answer has an invalid length: '" + text + "'");
        return Long.parseLong(text);
    }

    boolean closes() {
        return isOldHttp
                || headers.getOrDefault("connection", "")
                        .toLowerCase(Locale.ROOT)
                        .contains("close");
    }
}
