package org.bdm.server.dataset.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.drs.DatasetName;

/** All that is claimed of one dataset version. Belongs to one thread. */
final class ToldDataset {
    private final Map<String, ToldNode> nodes = new TreeMap<>();
    private final Map<String, TreeSet<String>> spellings = new TreeMap<>();

    void add(DatasetName name, ClaimedDataset claim) {
        node(claim.dataNode(), name).add(claim);
    }

    void add(DatasetName name, ClaimedFile claim) {
        node(claim.dataNode(), name).add(claim);
    }

    private ToldNode node(String name, DatasetName dataset) {
        spellings.computeIfAbsent(name, node -> new TreeSet<>()).add(dataset.instanceId());
        return nodes.computeIfAbsent(name, ToldNode::new);
    }

    /** By name. */
    List<ToldNode> nodes() {
        return new ArrayList<>(nodes.values());
    }

    /** Returns the spellings of the name in the records of a node. */
    TreeSet<String> spellings(String node) {
        return spellings.getOrDefault(node, new TreeSet<>());
    }
}
