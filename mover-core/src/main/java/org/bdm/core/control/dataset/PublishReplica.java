package org.bdm.core.control.dataset;

import java.util.Objects;

/**
 * Asks to tell a catalog of ESGF-NG that a dataset version is held here.
 *
 * @param dataset instance id
 * @param index name of a STAC index of the configuration that has a Transaction API
 * @param node registered name of our data node
 * @param root address above the paths of the export, from which the files are served
 * @param credential bearer token for that catalog; used once and kept nowhere
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
