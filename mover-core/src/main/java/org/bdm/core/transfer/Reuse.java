package org.bdm.core.transfer;

/**
 * The part of a file that was reused from one that this site already holds.
 *
 * @param bytes of the file; 0 if nothing was reused
 */
public record Reuse(Way way, long bytes) {
    /** Nothing: what came, came from elsewhere. */
    public static final Reuse NONE = new Reuse(Way.COPIED, 0);

    /** Ways of reuse. */
    public enum Way {
        /** Its bytes were read, checked and written anew. */
        COPIED,
        /** It has become a second name of the same file. */
        LINKED,
        /** Ranges of the damaged file that it replaces were right, and were copied. */
        REPAIRED
    }

    /** True when anything was reused. */
    public boolean isAny() {
        return bytes > 0;
    }
}
