package org.bdm.core.replica;

import java.net.URI;
import java.util.List;
import org.bdm.core.checksum.Checksum;

/** What to do with a file that came whole and has another digest than was expected. */
public sealed interface DigestVerdict {
    /** Ask for the whole file once more: the source brings it from another copy, or from this one a second time. */
    record Again() implements DigestVerdict {}

    /** Nothing is left to try. */
    record Wrong(String detail) implements DigestVerdict {}

    /**
     * Copies that do not know of each other gave the same bytes, and not the published ones: the bytes are kept for a person to decide.
     *
     * @param agreed the digest they agree on
     * @param copies where the bytes came from, at least two
     */
    record Disputed(Checksum agreed, List<URI> copies) implements DigestVerdict {
        /** Copies the list. */
        public Disputed {
            copies = List.copyOf(copies);
        }
    }
}
