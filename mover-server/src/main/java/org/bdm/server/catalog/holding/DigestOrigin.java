package org.bdm.server.catalog.holding;

import java.util.Arrays;
import org.bdm.core.checksum.EvidenceLevel;

/** The origin of a digest of a holding, the weakest first. The code is stable and in this order: the catalog stores and compares it. */
public enum DigestOrigin {
    /** A list says so: a mapfile, what sha256sum printed, an index. Not computed here. */
    LISTED(0, "listed"),
    /** Computed here of bytes that contradict what was published, and that a person accepted. */
    ACCEPTED(5, "accepted"),
    /** Computed over the bytes as they arrived from a source that vouches for nothing: no digest of its own, no file version to hold it to. */
    RECEIVED(8, "received"),
    /** Computed over the bytes as they were written, from a source that vouches for them: {@link EvidenceLevel#STREAM}. */
    STREAM(10, EvidenceLevel.STREAM.shownAs()),
    /** The file was read later, wherever its bytes came from: the page cache may have had them. */
    READ(20, "read"),
    READBACK_MEMORY(30, EvidenceLevel.READBACK_MEMORY.shownAs()),
    READBACK(40, EvidenceLevel.READBACK.shownAs()),
    /** Computed here, and equal to what was published or listed of the file. */
    PUBLISHED(50, EvidenceLevel.PUBLISHED.shownAs());

    private final int code;
    private final String shownAs;

    DigestOrigin(int code, String shownAs) {
        this.code = code;
        this.shownAs = shownAs;
    }

    /** Stable number in the catalog. */
    public int code() {
        return code;
    }

    /** The word in reports. */
    public String shownAs() {
        return shownAs;
    }

    /** True if the digest was computed here, from the bytes of the file. */
    public boolean isOwn() {
        return this != LISTED;
    }

    /** True if somebody beside ourselves says that these are the right bytes: a source site, a list, or a person. */
    public boolean isVouched() {
        return isOwn() && this != RECEIVED && this != READ;
    }

    /** True if it is not a person alone who says so: then the digest can stand for the bytes of the source. */
    public boolean isVouchedBySource() {
        return isVouched() && this != ACCEPTED;
    }

    /** The origin of evidence of a file that was moved. */
    public static DigestOrigin of(EvidenceLevel level) {
        return switch (level) {
            case STREAM -> STREAM;
            case READBACK_MEMORY -> READBACK_MEMORY;
            case READBACK -> READBACK;
            case PUBLISHED -> PUBLISHED;
        };
    }

    public static DigestOrigin ofCode(int code) {
        return Arrays.stream(values())
                .filter(origin -> origin.code == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no origin of a digest has the code " + code));
    }
}
