package org.bdm.server.reference;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Texts as the codec vlen-utf8 of numcodecs has them:
 *
 * <pre>
 *  number of texts (u4), each: bytes (u4), UTF-8        little-endian
 * </pre>
 */
final class VlenTexts {
    private VlenTexts() {}

    static byte[] encoded(List<String> texts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(u4(texts.size()));
        for (String text : texts) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            bytes.writeBytes(u4(utf8.length));
            bytes.writeBytes(utf8);
        }
        return bytes.toByteArray();
    }

    private static byte[] u4(int number) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(number)
                .array();
    }
}
