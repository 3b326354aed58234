package org.bdm.core.s3;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Compares entity tags: quotes, which some answers of a store have and others do not, and the {@code W/} of a proxy that weakens tags belong to
 * none. Upper and lower case differ. Pure.
 */
public final class ETag {
    private static final String WEAK = "W/";

    private ETag() {}

    /** Returns the tag without {@code W/} and quotes; empty if there is none. */
    public static String bare(@Nullable String told) {
        return told == null ? "" : strong(told).replace("\"", "");
    }

    /** Returns the tag as the store itself knows it, for a condition: a weakened one never matches there. */
    public static String strong(String told) {
        return told.startsWith(WEAK) ? told.substring(WEAK.length()) : told;
    }

    /** True if both are tags of the same object; one that is not told is the same as none. */
    public static boolean isSame(String asked, @Nullable String told) {
        return told != null && bare(asked).equals(bare(told));
    }

    /** Returns the number that stands for a tag in the version of a file, at least 1; 0 where the store tells none. */
    public static long identity(@Nullable String tag) {
        return tag == null ? 0 : Math.max(1, number(tag));
    }

    /** Returns a number of 63 bits that stands for the bare tag, as it is kept in journals and in versions of files. */
    public static long number(String tag) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bare(tag).getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(hash).getLong() & Long.MAX_VALUE;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
