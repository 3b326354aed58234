package org.bdm.server.catalog.db;

import java.nio.ByteBuffer;
import java.util.Base64;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Opaque cursors: a key, dressed so that nobody is tempted to compute with it. */
public final class Cursor {
    private static final byte VERSION = 1;

    private Cursor() {}

    public static String write(long key) {
        byte[] bytes = ByteBuffer.allocate(9).put(VERSION).putLong(key).array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * The key.
     *
     * @throws MoverException INVALID_REQUEST if it is no cursor of ours
     */
    public static long read(String cursor) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(cursor);
            if (bytes.length == 9 && bytes[0] == VERSION)
                return ByteBuffer.wrap(bytes).getLong(1);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the cursor was not made here", e);
        }
        throw new MoverException(ErrorCode.INVALID_REQUEST, "the cursor was not made here");
    }
}
