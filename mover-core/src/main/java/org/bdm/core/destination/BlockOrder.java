package org.bdm.core.destination;

/** Order in which a destination takes the bytes of one file. */
public enum BlockOrder {
    /** Any: blocks are written where they belong as they come. */
    ANY,
    /**
     * From the first byte to the last. A session then asks for one range of a file after the other; the blocks of one range may still change
     * places on their way, so a destination keeps those that came early until those before them are there: at most one range of each file.
     */
    ASCENDING
}
