package org.bdm.server.catalog.history;

/** Files whose costs are alike, by their size. The order is that of the columns. */
public enum SizeClass {
    /** Below 64 KiB: many travel in a block. */
    TINY(64L << 10),
    /** Below 4 MiB: at most a block. */
    SMALL(4L << 20),
    /** Below 256 MiB. */
    MEDIUM(256L << 20),
    /** All larger ones. */
    LARGE(Long.MAX_VALUE);

    private final long bytesBelow;

    SizeClass(long bytesBelow) {
        this.bytesBelow = bytesBelow;
    }

    /** The class of a file of so many bytes. */
    public static SizeClass of(long bytes) {
        for (SizeClass known : values()) if (bytes < known.bytesBelow) return known;
        return LARGE;
    }

    /** True of files that cost more for their number than for their bytes. */
    public boolean isSmall() {
        return this == TINY || this == SMALL;
    }
}
