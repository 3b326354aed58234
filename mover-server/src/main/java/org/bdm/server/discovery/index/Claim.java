package org.bdm.server.discovery.index;

/** One thing that an index says. */
public sealed interface Claim permits ClaimedDataset, ClaimedFile {
    /** Name of the index that says it, as configured. */
    String index();

    /**
     * Name of the dataset version without the node, in the spelling of the index: {@code <master id>.v<version>}. Indexes differ in case.
     */
    String instanceId();

    /** Host name of the data node, in lower case; of a STAC item that of the primary copy or of the alternate. */
    String dataNode();
}
