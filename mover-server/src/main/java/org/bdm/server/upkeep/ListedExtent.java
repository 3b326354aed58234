package org.bdm.server.upkeep;

import java.nio.charset.StandardCharsets;
import org.bdm.server.catalog.dataset.ReplicaDigest;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.message.Sha256;

/** The fingerprint of the files that are listed of a dataset version: another name, size or checksum gives another one. */
final class ListedExtent {
    private ListedExtent() {}

    /** Returns the number of files, a colon, and a digest of what is said of them; empty if none is listed. */
    static String of(ReplicaSet set) {
        if (set.variants().isEmpty()) return "";
        StringBuilder said = new StringBuilder();
        for (ReplicaFile file : set.variants().get(0).files()) {
            said.append(file.name()).append('\t').append(file.size().orElse(-1));
            file.digests().stream()
                    .map(ReplicaDigest::value)
                    .map(Object::toString)
                    .sorted()
                    .forEach(digest -> said.append('\t').append(digest));
            said.append('\n');
        }
        String digest =
                Sha256.of(said.toString().getBytes(StandardCharsets.UTF_8)).toString();
        return set.variants().get(0).files().size() + ":" + digest;
    }

    /** The number of files in a fingerprint. */
    static String files(String extent) {
        int colon = extent.indexOf(':');
        return colon < 0 ? "no" : extent.substring(0, colon);
    }
}
