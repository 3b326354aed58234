package org.bdm.core.destination.object;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Entity tags of objects, as they are reckoned from our own bytes. Pure. */
final class ETags {
    private ETags() {}

    static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has " + algorithm, e);
        }
    }

    static String md5(ByteBuffer bytes) {
        MessageDigest md5 = digest("MD5");
        md5.update(bytes.duplicate());
        return HexFormat.of().formatHex(md5.digest());
    }

    /** Returns the tag without quotes and in lower case; empty if there is none. */
    static String plain(@Nullable String told) {
        if (told == null) return "";
        String tag = told.startsWith("W/") ? told.substring(2) : told;
        return tag.replace("\"", "").toLowerCase(Locale.ROOT);
    }

    /** Returns the tag of an object of these parts where the store makes it so: the MD5 of the MD5s, and their number. */
    static String ofParts(List<PartNote> parts) {
        MessageDigest md5 = digest("MD5");
        for (PartNote part : parts) md5.update(HexFormat.of().parseHex(part.md5()));
        return HexFormat.of().formatHex(md5.digest()) + "-" + parts.size();
    }

    /** Returns a number of 63 bits that stands for a tag in a journal. */
    static long number(String tag) {
        byte[] digest = digest("SHA-256").digest(tag.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return ByteBuffer.wrap(digest).getLong() & Long.MAX_VALUE;
    }
}
