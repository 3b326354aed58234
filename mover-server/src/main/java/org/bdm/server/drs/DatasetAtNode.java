package org.bdm.server.drs;

import java.util.Optional;

/**
 * The name of a dataset with the data node that has it, as indexes write it: {@code master.v20191207|node}.
 *
 * @param dataNode as it was written; empty if the name has none
 */
public record DatasetAtNode(DatasetName dataset, Optional<String> dataNode) {
    /** Reads one, with a node or without; empty for what cannot be the name of a dataset. */
    public static Optional<DatasetAtNode> read(String written) {
        int bar = written.indexOf('|');
        Optional<String> node =
                Optional.of(bar < 0 ? "" : written.substring(bar + 1).strip()).filter(text -> !text.isEmpty());
        return DatasetName.read(written).map(dataset -> new DatasetAtNode(dataset, node));
    }
}
