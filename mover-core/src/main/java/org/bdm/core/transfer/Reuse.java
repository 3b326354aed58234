package org.bdm.core.transfer;

/**
 * What of a file came from one that this site holds already.
 *
 * @param bytes of the file; 0 if nothing was reused
 */
public record Reuse(Way way, long bytes) {
    /** Nothing: what came, came from elsewhere. */
    public static final Reuse NONE = new Reuse(Way.COPIED, 0);

    /** How it came. */
    public enum Way {
        /** Its bytes were read, checked and written anew. */
        COPIED,
        /** It has become a second name of the same file. */
        LINKED
    }

    /** Whether there is anything to tell. */
    public boolean isAny() {
        return bytes > 0;
    }
}
