package org.bdm.core.store;

/** What placing does with a file that is already there. */
public enum PlaceMode {
    /** The name must be free, else DESTINATION_EXISTS and nothing changes. */
    NEW,
    /** What is there is replaced in one step; readers who have it open still read the old bytes. */
    REPLACE
}
