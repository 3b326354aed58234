package org.bdm.core.replica;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * One copy of a file, at a data node or at a site.
 *
 * @param location where it is: {@code http} or {@code https} with a host, byte for byte as it was published; or {@code bdm://SITE/EXPORT/path}
 * @param preference lower is tried first when nothing was measured; at least 0
 * @param gave digest of the whole file as it came from this copy alone in an earlier run, when that was not the expected one
 * @param missing if its data node did not have it when it was asked last
 * @param digestDecides whether the file is compared with a published digest that forged bytes cannot have
 * @param isVouched whether the file is compared with any published digest
 */
public record Copy(
        URI location,
        int preference,
        Optional<Checksum> gave,
        Optional<MissingCopy> missing,
        boolean digestDecides,
        boolean isVouched) {
    private static final String ESCAPED = "\"<>\\^`{|}\u007f";

    /** Refuses what has no host. */
    public Copy {
        if (location.getHost() == null && !isAtSite(location)) {
            throw new IllegalArgumentException(location + " has no host");
        }
        if (preference < 0) throw new IllegalArgumentException("a preference is negative: " + preference);
    }

    /** A copy that nothing is known of. */
    public Copy(URI location, int preference) {
        this(location, preference, Optional.empty());
    }

    /** A copy that was there when it was asked last, or was never asked. */
    public Copy(URI location, int preference, Optional<Checksum> gave) {
        this(location, preference, gave, Optional.empty());
    }

    /** A copy of a file whose digest decides nothing. */
    public Copy(URI location, int preference, Optional<Checksum> gave, Optional<MissingCopy> missing) {
        this(location, preference, gave, missing, false, false);
    }

    /** Why it is not to be asked now, for people; empty if it may be. */
    public Optional<String> whyLeftAlone(Instant now) {
        return missing.filter(known -> known.isLeftAloneAt(now)).map(known -> known.whyLeftAlone(location));
    }

    /** The same, with what is known now of its being missing. */
    public Copy withMissing(Optional<MissingCopy> known) {
        return new Copy(location, preference, gave, known, digestDecides, isVouched);
    }

    /**
     * The same, of a file that becomes DONE only with this digest. SHA-256 alone decides: two contents with one MD5 can be made, and CRC32C
     * was never meant against anybody. Any of them vouches for the content.
     */
    public Copy decidedBy(Optional<Checksum> expected) {
        boolean decides = expected.filter(digest -> digest.algorithm() == ChecksumAlgorithm.SHA256)
                .isPresent();
        return new Copy(location, preference, gave, missing, decides, expected.isPresent());
    }

    /** True when it was published with {@code https}. */
    public boolean isPublishedWithTls() {
        return "https".equalsIgnoreCase(location.getScheme());
    }

    /** A copy at a site, this one or another, that nothing is known of: {@code endpoint} is {@code bdm://SITE/EXPORT/path}. */
    public static Copy atSite(String endpoint, int preference) {
        return new Copy(URI.create(escaped(endpoint)), preference);
    }

    /** True when a mover of a site has it, not a data node. */
    public boolean isAtSite() {
        return isAtSite(location);
    }

    private static boolean isAtSite(URI location) {
        return "bdm".equalsIgnoreCase(location.getScheme()) && location.getRawAuthority() != null;
    }

    /**
     * Reads a URL as indexes publish them: characters that have no place in a URL are escaped, all else stays as it is.
     *
     * @throws MoverException INVALID_REQUEST if it is not {@code http} or {@code https} with a host, or holds a user name
     */
    public static URI location(String text) {
        String escaped = escaped(text.strip());
        try {
            URI location = new URI(escaped);
            boolean isWeb =
                    "http".equalsIgnoreCase(location.getScheme()) || "https".equalsIgnoreCase(location.getScheme());
            if (isWeb && location.getHost() != null && location.getRawUserInfo() == null) return location;
        } catch (URISyntaxException e) {
            throw noLocation(text, e);
        }
        throw noLocation(text, null);
    }

    private static String escaped(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int path = text.indexOf('/', text.indexOf("://") + 3); // before it, brackets are those of an IPv6 address
        StringBuilder escaped = new StringBuilder(bytes.length + 16);
        for (int i = 0; i < bytes.length; i++) {
            boolean isBracket = (bytes[i] == '[' || bytes[i] == ']') && path >= 0 && i > path;
            boolean isPercent = bytes[i] == '%' && !(isHexDigit(bytes, i + 1) && isHexDigit(bytes, i + 2));
            if (bytes[i] <= ' ' || ESCAPED.indexOf(bytes[i]) >= 0 || isBracket || isPercent) {
                escaped.append('%').append(HexFormat.of().withUpperCase().toHexDigits(bytes[i]));
            } else {
                escaped.append((char) bytes[i]);
            }
        }
        return escaped.toString();
    }

    private static boolean isHexDigit(byte[] bytes, int at) {
        return at < bytes.length && HexFormat.isHexDigit(bytes[at]);
    }

    private static MoverException noLocation(String text, @Nullable Exception cause) {
        String shown = text.length() > 200 ? text.substring(0, 200) + ".." : text;
        String detail = "'" + shown + "' is not a URL of a data node: http or https, a host, no user name";
        return cause == null
                ? new MoverException(ErrorCode.INVALID_REQUEST, detail)
                : new MoverException(ErrorCode.INVALID_REQUEST, detail, cause);
    }

    /** Host and port as they are counted together: limits, rates and troubles belong to them. The name of the site for a copy at a site. */
    public String node() {
        if (isAtSite()) return location.getRawAuthority();
        int port = location.getPort();
        boolean isUsual = port < 0 || port == ("https".equalsIgnoreCase(location.getScheme()) ? 443 : 80);
        String host = location.getHost().toLowerCase(Locale.ROOT);
        return isUsual ? host : host + ":" + port;
    }
}
