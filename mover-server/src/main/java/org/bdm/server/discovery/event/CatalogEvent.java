package org.bdm.server.discovery.event;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedStatus;

/** An event of the ESGF-NG stream about one dataset version. One message can say several of them. */
public sealed interface CatalogEvent {
    /** {@code <master id>.v<version>}, in the spelling of the stream. */
    String instanceId();

    /** When the message was made; empty if it does not say. */
    Optional<Instant> at();

    /**
     * It was published, or its whole record was replaced.
     *
     * @param claims what its record says
     */
    record Published(String instanceId, Optional<Instant> at, List<Claim> claims) implements CatalogEvent {
        public Published {
            claims = List.copyOf(claims);
        }
    }

    /** It was withdrawn by its publisher. Its files are gone from the catalog, and stay in ours. */
    record Retracted(String instanceId, Optional<Instant> at) implements CatalogEvent {}

    /** It is hidden in the catalog (soft delete). */
    record Hidden(String instanceId, Optional<Instant> at) implements CatalogEvent {}

    /**
     * Flags of it have changed; those that are empty have not.
     *
     * @param status never {@code retracted}, which is {@link Retracted}
     */
    record StatusChanged(String instanceId, Optional<Instant> at, ClaimedStatus status) implements CatalogEvent {}

    /**
     * A node has got copies of files.
     *
     * @param copies without size and digest: those of the files that are known hold
     */
    record ReplicaAdded(String instanceId, Optional<Instant> at, String dataNode, List<ClaimedFile> copies)
            implements CatalogEvent {
        public ReplicaAdded {
            copies = List.copyOf(copies);
        }
    }

    /**
     * A node does not have copies of files any more.
     *
     * @param fileNames names of the assets
     */
    record ReplicaRemoved(String instanceId, Optional<Instant> at, String dataNode, List<String> fileNames)
            implements CatalogEvent {
        public ReplicaRemoved {
            fileNames = List.copyOf(fileNames);
        }
    }

    /**
     * Something else of it has changed: what is known of it has to be read again from the catalog.
     *
     * @param places JSON pointers of what changed, for a person
     */
    record Changed(String instanceId, Optional<Instant> at, List<String> places) implements CatalogEvent {
        public Changed {
            places = List.copyOf(places);
        }
    }
}
