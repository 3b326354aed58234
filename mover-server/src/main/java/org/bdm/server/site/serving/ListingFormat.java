package org.bdm.server.site.serving;

import java.io.IOException;

/** A form in which the entries of one directory are written. Made for one answer; one thread. */
interface ListingFormat {
    String mediaType();

    /** Returns true if entries are to have their holdings. */
    default boolean wantsEvidence() {
        return false;
    }

    void begin(PacedText out) throws IOException;

    /** Writes the next entry, in ascending order of the bytes of names. */
    void entry(ListedEntry entry, PacedText out) throws IOException;

    void end(PacedText out) throws IOException;
}
