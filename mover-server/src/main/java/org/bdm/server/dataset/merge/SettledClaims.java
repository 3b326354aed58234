package org.bdm.server.dataset.merge;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;

/**
 * Leaves one claim where indexes contradict each other about a file at one node: what most nodes say of that file, else the smaller value. One node
 * holds one file of that name, so at most one of them is true.
 */
final class SettledClaims {
    private final List<ToldNode> nodes;
    private final NoteBook notes;

    SettledClaims(List<ToldNode> nodes, NoteBook notes) {
        this.nodes = nodes;
        this.notes = notes;
    }

    void settle() {
        for (ToldNode node : nodes) {
            node.files().forEach((key, file) -> {
                if (file.sizes().size() > 1) settleSize(node, key, file);
                for (Map.Entry<ChecksumAlgorithm, SortedMap<String, Checksum>> digests :
                        Map.copyOf(file.digests()).entrySet()) {
                    if (digests.getValue().size() > 1) settleDigest(node, key, file, digests.getKey());
                }
            });
        }
    }

    private void settleSize(ToldNode node, String key, ToldFile file) {
        Majority<Long> votes = new Majority<>();
        for (ToldNode other : nodes) {
            ToldFile same = other.files().get(key);
            if (same != null) same.sizes().forEach(size -> votes.add(size, 0)); // only their number counts
        }
        Majority<Long> own = new Majority<>();
        file.sizes().forEach(size -> own.add(size, -votes.number(size)));
        long taken = own.winner();
        notes.finding(
                "SIZE_CONTESTED",
                key,
                "indexes say several sizes of the file at " + node.name() + ": " + file.sizes() + "; taken is "
                        + taken);
        file.settleSize(taken);
    }

    private void settleDigest(ToldNode node, String key, ToldFile file, ChecksumAlgorithm algorithm) {
        SortedMap<String, Checksum> values = new TreeMap<>(file.digests().getOrDefault(algorithm, new TreeMap<>()));
        Majority<String> own = new Majority<>();
        for (String value : values.keySet()) own.add(value, -sayers(key, algorithm, value));
        String taken = own.winner();
        notes.finding(
                "DIGEST_CONTESTED",
                key,
                "indexes say several " + algorithm.standardName() + " of the file at " + node.name() + ": "
                        + String.join(", ", values.keySet()) + "; taken is " + taken);
        Checksum checksum = values.get(taken);
        if (checksum != null) file.settleDigest(checksum);
    }

    private int sayers(String key, ChecksumAlgorithm algorithm, String value) {
        int sayers = 0;
        for (ToldNode other : nodes) {
            ToldFile same = other.files().get(key);
            if (same == null) continue;
            SortedMap<String, Checksum> said = same.digests().get(algorithm);
            if (said != null && said.size() == 1 && said.containsKey(value)) sayers++;
        }
        return sayers;
    }
}
