package org.bdm.server.discovery;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bdm.core.checksum.Checksum;

/**
 * A dataset version as a catalog of ESGF-NG shows it now.
 *
 * @param collection that it is in
 * @param id in the spelling of the catalog
 * @param files assets that are files, in the order of their keys
 */
public record PublishedItem(String collection, String id, boolean retracted, List<PublishedFile> files) {
    /** Copies the list. */
    public PublishedItem {
        files = List.copyOf(files);
    }

    /**
     * One file, whose size and digests hold for all its copies.
     *
     * @param key of the asset; the name of the file in all but old items
     * @param nodes data nodes that are said to have it, in lower case
     * @param bare the asset as JSON, if it has no object of alternates that one could be added to; empty if it has
     */
    public record PublishedFile(
            String key,
            String fileName,
            OptionalLong size,
            List<Checksum> digests,
            Set<String> nodes,
            Optional<String> bare) {
        /** Copies list and set. */
        public PublishedFile {
            digests = List.copyOf(digests);
            nodes = Set.copyOf(nodes);
        }
    }
}
