package org.bdm.server.interchange.write;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.AddressPath;
import org.bdm.server.interchange.entry.QuotedText;

/**
 * A directory at a storage, below which a job of FTS writes. FTS neither encodes nor decodes; so the addresses of HTTP and WebDAV are encoded
 * here, and those of other protocols must need no encoding.
 *
 * @param root with a slash at its end
 */
public record FtsDestination(String root) {
    private static final Set<String> ENCODED = Set.of("http", "https", "dav", "davs");
    /** Schemes that FTS 3.13 refuses, or takes and never moves. */
    private static final Set<String> REFUSED = Set.of("file", "globus", "mock");

    /**
     * Adds the slash.
     *
     * @throws MoverException INVALID_REQUEST if it is not an address of a storage
     */
    public FtsDestination {
        String scheme = scheme(root);
        if (REFUSED.contains(scheme)) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    QuotedText.of(root)
                            + " is not an address that FTS writes to: name one such as https:// or davs://");
        }
        root = root.endsWith("/") ? root : root + "/";
    }

    private static String scheme(String root) {
        try {
            URI address = URI.create(root);
            if (address.getScheme() != null && address.getRawAuthority() != null && address.getRawQuery() == null) {
                return address.getScheme().toLowerCase(Locale.ROOT);
            }
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, QuotedText.of(root) + " is not an address", e);
        }
        throw new MoverException(
                ErrorCode.INVALID_REQUEST, QuotedText.of(root) + " is not an address: write SCHEME://HOST/DIRECTORY/");
    }

    String address(String path) {
        if (!ENCODED.contains(scheme(root)) && !AddressPath.isPlain(path)) {
            throw ManifestFile.unnameable(
                    path, "would have to be encoded in an address of " + scheme(root), "rclone-urls");
        }
        return root + AddressPath.encoded(path);
    }
}
