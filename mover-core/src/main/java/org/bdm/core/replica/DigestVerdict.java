package org.bdm.core.replica;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;

/** Decision about a file that arrived complete with a digest other than expected. */
public sealed interface DigestVerdict {
    /** The one copy that all bytes of the attempt came from; empty if they came from several, or nobody knows. */
    Optional<URI> from();

    /** Ask for the whole file once more: the source brings it from another copy, or from this one a second time. */
    record Again(Optional<URI> from) implements DigestVerdict {}

    /** Nothing is left to try; the detail names what each copy gave. */
    record Wrong(Optional<URI> from, String detail) implements DigestVerdict {}

    /**
     * Copies that do not know of each other gave the same bytes, and not the published ones: the bytes are kept for a person to decide.
     *
     * @param agreed the digest they agree on, which the bytes that are here have
     * @param copies where the bytes came from, at least two
     */
    record Disputed(Optional<URI> from, Checksum agreed, List<URI> copies) implements DigestVerdict {
        /** Copies the list. */
        public Disputed {
            copies = List.copyOf(copies);
        }
    }
}
