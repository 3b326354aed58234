package org.bdm.core.store;

import java.nio.charset.StandardCharsets;

/** A path as the end of an address: every byte but letters, digits, {@code -._~} and the separators is written {@code %XX} (RFC 3986, 2.3). */
public final class AddressPath {
    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    private static final String HEX = "0123456789ABCDEF";

    private AddressPath() {}

    /** Encodes names that are bytes, as those of a store are. */
    public static String encoded(byte[] path) {
        StringBuilder encoded = new StringBuilder(path.length);
        for (byte b : path) {
            int value = b & 0xff;
            if (value == '/' || UNRESERVED.indexOf(value) >= 0) encoded.append((char) value);
            else encoded.append('%').append(HEX.charAt(value >> 4)).append(HEX.charAt(value & 15));
        }
        return encoded.toString();
    }

    /** Encodes the bytes of UTF-8. */
    public static String encoded(String path) {
        return encoded(path.getBytes(StandardCharsets.UTF_8));
    }

    /** True of a path that is the same in an address. */
    public static boolean isPlain(String path) {
        return path.chars().allMatch(c -> c == '/' || UNRESERVED.indexOf(c) >= 0);
    }
}
