package org.bdm.core.control.dataset;

import java.util.Objects;

/**
 * Asks to tell a catalog of ESGF-NG that a dataset version is held here.
 *
 * @param index Name of a STAC index of the settings that has a Transaction API. Such as {@code west}.
 * @param node Registered name of our data node. Such as {@code data.south.example}.
 * @param root Address above the paths of the export, from which the files are served. Such as {@code
 * https://data.south.example/thredds/fileServer/esgf}.
 * @param credential Bearer token for that catalog; it is used once and stored nowhere. Such as {@code eyJhbGciOi}.
 */
public record PublishReplica(String dataset, String index, String node, String root, String credential) {
    /** Refuses a message that lacks what it cannot do without. */
    public PublishReplica {
        Objects.requireNonNull(dataset, "dataset is missing");
        Objects.requireNonNull(index, "index is missing");
        Objects.requireNonNull(node, "node is missing");
        Objects.requireNonNull(root, "root is missing");
        Objects.requireNonNull(credential, "credential is missing");
    }

    /** Without the credential: it has no place in a log. */
    @Override
    public String toString() {
        return "PublishReplica[dataset=" + dataset + ", index=" + index + ", node=" + node + ", root=" + root + "]";
    }
}
