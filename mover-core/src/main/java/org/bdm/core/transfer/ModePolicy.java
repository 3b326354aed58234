package org.bdm.core.transfer;

/** Which permission bits placed files and directories get. */
public enum ModePolicy {
    /** Those of the job, whatever the source has. */
    GIVEN,
    /** Those of the source that only allow reading, writing and running, and never writing by everybody. */
    PLAIN_BITS_OF_SOURCE,
    /** All of the source, set-user-id, set-group-id and sticky included. */
    ALL_BITS_OF_SOURCE;

    private static final int PLAIN_BITS = 0775;
    private static final int ALL_BITS = 07777;
    private static final int SET_GROUP_ID = 02000;

    /**
     * Permission bits of a file.
     *
     * @param given bits of the job
     * @param ofSource what the source says, which may be anything
     */
    public int ofFile(int given, int ofSource) {
        return switch (this) {
            case GIVEN -> given;
            case PLAIN_BITS_OF_SOURCE -> ofSource & PLAIN_BITS;
            case ALL_BITS_OF_SOURCE -> ofSource & ALL_BITS;
        };
    }

    /** As {@link #ofFile}, of a directory: whether what is made in it belongs to its group is decided here and not at the source. */
    public int ofDirectory(int given, int ofSource) {
        int mode = ofFile(given, ofSource);
        return this == PLAIN_BITS_OF_SOURCE ? mode | (given & SET_GROUP_ID) : mode;
    }
}
