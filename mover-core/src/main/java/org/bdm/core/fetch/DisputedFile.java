package org.bdm.core.fetch;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.FileId;
import org.jspecify.annotations.Nullable;

/**
 * A file whose copies agree with each other and not with what was published.
 *
 * @param keptAs name of the bytes in the quarantine of the store; null if they could not be kept
 * @param size bytes of the file
 * @param modified modification time of the file
 * @param found the digest of the bytes, on which the copies agree
 * @param copies at least two
 */
public record DisputedFile(
        FileId file, @Nullable String keptAs, long size, Instant modified, Checksum found, List<URI> copies) {
    /** Copies the list. */
    public DisputedFile {
        copies = List.copyOf(copies);
    }
}
