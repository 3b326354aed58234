package org.bdm.core.destination.object;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bdm.core.s3.ETag;
import org.jspecify.annotations.Nullable;

/** Entity tags of objects, as they are reckoned from our own bytes. Pure. */
final class ETags {
    private static final Pattern MD5 = Pattern.compile("[0-9a-f]{32}");

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

    /** Returns the tag that was told as {@link #md5} writes it, if it can be an MD5. */
    static Optional<String> asMd5(String told) {
        return Optional.of(ETag.bare(told).toLowerCase(Locale.ROOT))
                .filter(tag -> MD5.matcher(tag).matches());
    }

    /** True if a tag that was told is this one, of {@link #md5} or {@link #ofParts}; stores write its digits in either case. */
    static boolean isOf(String reckoned, @Nullable String told) {
        return ETag.bare(told).toLowerCase(Locale.ROOT).equals(reckoned);
    }

    /** True if a tag that was told is the one of {@link #md5} or {@link #ofParts} that this {@link ETag#number} was kept of. */
    static boolean isNumbered(long number, String told) {
        return ETag.number(ETag.bare(told).toLowerCase(Locale.ROOT)) == number;
    }

    /** Returns the tag of an object of these parts where the store makes it so: the MD5 of the MD5s, and their number. */
    static String ofParts(List<PartNote> parts) {
        MessageDigest md5 = digest("MD5");
        for (PartNote part : parts) md5.update(HexFormat.of().parseHex(part.md5()));
        return HexFormat.of().formatHex(md5.digest()) + "-" + parts.size();
    }
}
