package org.bdm.server.catalog.db;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Opaque cursors: a key, dressed so that nobody is tempted to compute with it. */
public final class Cursor {
    private static final byte VERSION = 1;
    private static final byte VERSION_OF_PLACE = 2;
    private static final String NOT_OURS = "the cursor was not made here, or belongs to another order of the list";

    private Cursor() {}

    public static String write(long key) {
        byte[] bytes = ByteBuffer.allocate(9).put(VERSION).putLong(key).array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** A cursor of rows that are sorted by something else first: the key of the last row, and its number. */
    public static String write(String key, long number) {
        byte[] text = key.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = ByteBuffer.allocate(9 + text.length)
                .put(VERSION_OF_PLACE)
                .putLong(number)
                .put(text)
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The last row of a page. */
    public record Place(String key, long number) {}

    /**
     * Reads a cursor with a key and a number.
     *
     * @throws MoverException INVALID_REQUEST if it is no such cursor of ours
     */
    public static Place readPlace(String cursor) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(cursor);
            if (bytes.length >= 9 && bytes[0] == VERSION_OF_PLACE) {
                String key = new String(bytes, 9, bytes.length - 9, StandardCharsets.UTF_8);
                return new Place(key, ByteBuffer.wrap(bytes).getLong(1));
            }
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, NOT_OURS, e);
        }
        throw new MoverException(ErrorCode.INVALID_REQUEST, NOT_OURS);
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
            throw new MoverException(ErrorCode.INVALID_REQUEST, NOT_OURS, e);
        }
        throw new MoverException(ErrorCode.INVALID_REQUEST, NOT_OURS);
    }
}
