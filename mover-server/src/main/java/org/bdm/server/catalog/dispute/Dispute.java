package org.bdm.server.catalog.dispute;

import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.FileId;
import org.jspecify.annotations.Nullable;

/**
 * A file whose copies agree with each other and not with what was published.
 *
 * @param number of the dispute; 0 before it is kept
 * @param destination endpoint URL of its final name
 * @param keptAs name in the quarantine of the export; null if the bytes could not be kept
 * @param modified modification time that it gets when it is placed
 * @param published the digests that were published
 * @param found the digest that the copies agree on
 * @param locations URLs of those copies
 * @param decision null while it is open
 */
public record Dispute(
        long number,
        FileId file,
        String destination,
        @Nullable String keptAs,
        long size,
        Instant modified,
        List<Checksum> published,
        Checksum found,
        List<String> locations,
        DisputeState state,
        Instant openedAt,
        @Nullable Decision decision) {
    /** Copies the lists. */
    public Dispute {
        published = List.copyOf(published);
        locations = List.copyOf(locations);
    }

    /**
     * The decision of a person.
     *
     * @param remark why; may be empty
     */
    public record Decision(Instant at, String by, String remark) {}
}
