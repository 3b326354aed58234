package org.bdm.core.store.object;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileName;
import org.jspecify.annotations.Nullable;

/**
 * The name of an entry of a directory, from a part of a key. Parts that cannot be a name get one under which the error is told: it has
 * {@code %2f} at its end, and nothing can be opened under it.
 *
 * @param error null for a name that a file can have
 */
record EntryName(FileName name, @Nullable MoverException error) {
    private static final String NO_NAME = "%2f";
    private static final int KEPT_BYTES = 240;

    /** The name of a part of a key between slashes. */
    static EntryName of(String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        try {
            return new EntryName(FileName.of(bytes), null);
        } catch (MoverException e) {
            byte[] kept = bytes.length > KEPT_BYTES ? Arrays.copyOf(bytes, KEPT_BYTES) : bytes;
            String shown =
                    new String(kept, StandardCharsets.UTF_8).replace('\0', '?').replace('\ufffd', '?');
            return new EntryName(FileName.ofUtf8(shown + NO_NAME), e);
        }
    }

    /** An object of some bytes whose key ends with a slash. */
    static EntryName ofSlash(long size) {
        return new EntryName(
                FileName.ofUtf8(NO_NAME),
                new MoverException(
                        ErrorCode.INVALID_PATH,
                        "an object of " + size + " bytes has a key that ends with '/', which no file can"));
    }
}
