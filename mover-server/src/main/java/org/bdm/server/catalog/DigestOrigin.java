package org.bdm.server.catalog;

import java.util.Arrays;
import org.bdm.core.checksum.EvidenceLevel;

/** Where a digest of a holding comes from. The code is stable: the catalog stores it; from 1 on it is the level of evidence. */
public enum DigestOrigin {
    /** A list says so: a mapfile, what sha256sum printed, an index. Not computed here. */
    LISTED(0, "listed"),
    STREAM(1, EvidenceLevel.STREAM.shownAs()),
    READBACK_MEMORY(2, EvidenceLevel.READBACK_MEMORY.shownAs()),
    READBACK(3, EvidenceLevel.READBACK.shownAs()),
    PUBLISHED(4, EvidenceLevel.PUBLISHED.shownAs());

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

    /** Whether the digest was computed here, from the bytes of the file. */
    public boolean isOwn() {
        return this != LISTED;
    }

    /** The origin of evidence of a file that was moved. */
    public static DigestOrigin of(EvidenceLevel level) {
        return ofCode(level.code());
    }

    static DigestOrigin ofCode(int code) {
        return Arrays.stream(values())
                .filter(origin -> origin.code == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no origin of a digest has the code " + code));
    }
}
