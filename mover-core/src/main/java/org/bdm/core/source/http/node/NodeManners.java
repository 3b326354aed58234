package org.bdm.core.source.http.node;

/** Ways in which a data node answers otherwise than most do, as far as that was learnt since the process began. Any thread. */
public final class NodeManners {
    private static final long BRINGS_WITHIN_NANOS = 30_000_000_000L; // a block at 300 KB/s

    private volatile boolean hasBrought;
    private volatile long lastBytesAt;
    private volatile boolean isWithoutHead;
    private volatile boolean isWithoutRanges;
    private volatile boolean isRefusing;
    private volatile boolean hasTape;

    /** HEAD was broken off, or never answered, where GET was: it is not asked again. */
    public void withoutHead() {
        isWithoutHead = true;
    }

    public boolean isWithoutHead() {
        return isWithoutHead;
    }

    /** A whole file came where a part was asked for. */
    public void withoutRanges() {
        isWithoutRanges = true;
    }

    public boolean isWithoutRanges() {
        return isWithoutRanges;
    }

    /** A file was refused so often that somebody has to act. */
    public void refuses() {
        isRefusing = true;
    }

    /** It showed that it has tape: a file was being staged, or was on tape only. */
    public void hasTape() {
        hasTape = true;
    }

    /** True when a pause that it asks for may mean that a file is being staged. */
    public boolean isWithTape() {
        return hasTape;
    }

    /** Bytes came, of a request that may go on. */
    public void brings(long now) {
        isRefusing = false;
        lastBytesAt = now;
        hasBrought = true;
    }

    boolean isBringing(long now) {
        return hasBrought && now - lastBytesAt < BRINGS_WITHIN_NANOS;
    }

    /** True when a file was refused for good, and nothing came since. */
    public boolean isRefusing() {
        return isRefusing;
    }
}
