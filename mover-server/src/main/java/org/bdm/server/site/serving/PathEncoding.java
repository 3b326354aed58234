package org.bdm.server.site.serving;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileName;
import org.bdm.core.store.StorePath;

/** Percent-encoding of names, which are bytes (RFC 3986, section 2.1). */
final class PathEncoding {
    private static final String UNRESERVED = "-._~";

    private PathEncoding() {}

    /** Decodes once; INVALID_PATH for a '%' without two hexadecimal digits. */
    static byte[] decoded(String text) {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] != '%') {
                bytes.write(raw[i]);
                continue;
            }
            int high = i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
            int low = i + 2 < raw.length ? Character.digit(raw[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                throw new MoverException(ErrorCode.INVALID_PATH, "a '%' of the address is followed by no two digits");
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        return bytes.toByteArray();
    }

    /** Encodes all but letters, digits and {@code -._~}, as nginx does in listings: no character has a meaning of its own then. */
    static String encoded(FileName name) {
        StringBuilder text = new StringBuilder();
        for (byte b : name.bytes()) {
            boolean isPlain = (b >= '0' && b <= '9') || (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z');
            if (isPlain || UNRESERVED.indexOf(b) >= 0) text.append((char) b);
            else text.append('%').append(hex(b >> 4)).append(hex(b));
        }
        return text.toString();
    }

    /** Encodes the names of a path, with slashes between them. */
    static String encoded(StorePath path) {
        StringBuilder text = new StringBuilder();
        for (FileName name : path.names())
            text.append(text.isEmpty() ? "" : "/").append(encoded(name));
        return text.toString();
    }

    private static char hex(int value) {
        return Character.toUpperCase(Character.forDigit(value & 0xf, 16));
    }
}
