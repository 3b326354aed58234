package org.bdm.core.store;

/** Behaviour of placing when a file already exists. */
public enum PlaceMode {
    /** The name must be free, else DESTINATION_EXISTS and nothing changes. */
    NEW,
    /** Replaces an existing file in one step; readers who have it open still read the old bytes. */
    REPLACE
}
