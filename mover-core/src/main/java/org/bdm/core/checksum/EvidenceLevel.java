package org.bdm.core.checksum;

/** Levels of verification of a transferred file, weakest first. The code is stable: the catalog uses it. */
public enum EvidenceLevel {
    /** Every byte was covered once by checked blocks, and the destination computed the digest over the bytes it wrote. */
    STREAM(1, "stream"),
    /** After the sync the file was read again, and had the same digest; the store keeps files in memory only. */
    READBACK_MEMORY(2, "readback(memory)"),
    /** After the sync the file was read again from the device, past the page cache, and had the same digest. */
    READBACK(3, "readback"),
    /** A digest computed at the destination equals the one that was given with the job. */
    PUBLISHED(4, "published");

    private final int code;
    private final String shownAs;

    EvidenceLevel(int code, String shownAs) {
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
}
