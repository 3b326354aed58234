package org.bdm.server.site.serving;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Decodes the percent-encoding of names, which are bytes (RFC 3986, section 2.1). {@link org.bdm.core.store.AddressPath} encodes them. */
final class PathEncoding {
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
}
