package org.bdm.server.catalog.job;

import org.bdm.core.transfer.ItemSource;

/**
 * One place where the file of an item can be had.
 *
 * @param location {@code http} or {@code https} URL, byte for byte as published; at most 4,000 characters
 * @param preference lower is tried first when nothing was measured; 0 to 1,000
 */
public record ItemCopy(String location, int preference) {
    /** Most characters of a location. */
    public static final int LOCATION_LENGTH_MAX = 4000;

    private static final int PREFERENCE_MAX = 1000;

    /** Refuses what the catalog cannot keep. */
    public ItemCopy {
        if (location.length() > LOCATION_LENGTH_MAX) throw new IllegalArgumentException("a URL is too long");
        if (preference < 0 || preference > PREFERENCE_MAX) {
            throw new IllegalArgumentException("a preference is not from 0 to 1,000: " + preference);
        }
    }

    /** Returns the location as the source of an item. */
    public ItemSource source() {
        return ItemSource.kept(location);
    }
}
