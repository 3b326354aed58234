package org.bdm.server.discovery.index;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.core.checksum.Checksum;

/**
 * The statement of an index about one file of a dataset version at one data node.
 *
 * @param fileName last part of its path
 * @param size bytes it says
 * @param digests those that can be computed here, whatever their spelling was
 * @param digestsUnread what was written where a digest should be and could not be read as one
 * @param trackingId handle or UUID
 * @param locations where it can be had, in the order of the record
 * @param localPath path below a root that the index proposes ({@code file:local_path}, or made of its template); a hint, not checked
 * @param modified modification time it says
 */
public record ClaimedFile(
        String index,
        String instanceId,
        String dataNode,
        String fileName,
        OptionalLong size,
        List<Checksum> digests,
        List<String> digestsUnread,
        Optional<String> trackingId,
        List<ClaimedLocation> locations,
        Optional<String> localPath,
        Optional<Instant> modified)
        implements Claim {
    /** Copies the lists. */
    public ClaimedFile {
        digests = List.copyOf(digests);
        digestsUnread = List.copyOf(digestsUnread);
        locations = List.copyOf(locations);
    }
}
