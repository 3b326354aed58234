package org.bdm.server.api.holding;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.interchange.entry.QuotedText;
import org.jspecify.annotations.Nullable;

/** The formats of manifests, by the names that scripts use; docs/interchange.md explains each. */
enum ManifestFormat {
    MAPFILE("text/plain"),
    SHA256SUM("text/plain"),
    METALINK("application/metalink4+xml"),
    STAC_PATCH("application/json-patch+json"),
    GLOBUS_BATCH("text/plain"),
    RCLONE("text/plain"),
    RCLONE_URLS("text/csv"),
    WGET("text/plain"),
    ARIA2("text/plain"),
    GFAL("text/plain"),
    FTS("application/json"),
    RECEIPT("text/plain");

    private final String mediaType;

    ManifestFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    String mediaType() {
        return mediaType;
    }

    /** The name of the format, as a request has it. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads the name of a format; INVALID_REQUEST for one that is none of {@code allowed}. */
    static ManifestFormat of(String text, List<ManifestFormat> allowed) {
        return allowed.stream()
                .filter(format -> format.label().equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new MoverException(
                        ErrorCode.INVALID_REQUEST,
                        "format is none of "
                                + allowed.stream().map(ManifestFormat::label).collect(Collectors.joining(", "))));
    }

    static List<ManifestFormat> all() {
        return Arrays.asList(values());
    }

    /**
     * Returns the algorithm whose digests the list has: the one of the request, else that which the format usually has. Null for none.
     *
     * @throws MoverException INVALID_REQUEST for what is no algorithm, and if the format leaves no choice
     */
    @Nullable ChecksumAlgorithm algorithm(@Nullable String digest) {
        boolean isChosen = this == GLOBUS_BATCH || this == FTS;
        if (digest != null && !isChosen) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "digest is a choice for globus-batch and fts alone; " + label() + " leaves none");
        }
        if (digest == null) return this == FTS ? ChecksumAlgorithm.MD5 : ChecksumAlgorithm.SHA256;
        return switch (digest.toLowerCase(Locale.ROOT)) {
            case "sha256" -> ChecksumAlgorithm.SHA256;
            case "md5" -> ChecksumAlgorithm.MD5;
            case "none" -> null;
            default ->
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST, "digest is none of sha256, md5 and none: " + QuotedText.of(digest));
        };
    }
}
