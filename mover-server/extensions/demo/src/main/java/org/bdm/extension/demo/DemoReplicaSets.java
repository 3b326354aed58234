package org.bdm.extension.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.holding.NameSum;
import org.bdm.server.demo.DemoSettings;

/** Writes what indexes say of the datasets: versions, data nodes, files, copies, notes. */
final class DemoReplicaSets {
    private static final int SAYS_SIZE_SHA256_ADDRESS = 1 | 2 | 8;
    private static final String INDEX = "esgf-west";

    private final DemoRows rows;
    private final DemoChance chance;
    private final Instant now;

    DemoReplicaSets(DemoRows rows, DemoSettings settings) {
        this.rows = rows;
        this.chance = new DemoChance(settings.seed(), "replica sets");
        this.now = settings.now();
    }

    void write(List<DemoDataset> datasets) {
        for (int at = 0; at < DemoNames.DATA_NODES.size(); at++) {
            rows.add("data_node (data_node_no, name)", at + 1, DemoNames.DATA_NODES.get(at));
        }
        rows.add("outside_index (index_no, name)", 1, INDEX);
        datasets.forEach(this::write);
        rows.numbersGoOn("data_node", "data_node_no");
        rows.numbersGoOn("outside_index", "index_no");
        rows.numbersGoOn("replica_set", "set_no");
    }

    private void write(DemoDataset set) {
        List<Integer> nodes = nodes();
        long seen = now.minus(Duration.ofDays(1 + chance.below(300))).toEpochMilli();
        boolean isContradicted = set.isLatest() && chance.in(3);
        rows.add(
                "replica_set (set_no, instance_key, instance_id, project, is_latest, is_retracted, is_deprecated, pid, directory,"
                        + " files, bytes, variants, nodes, content_sha256, first_seen_ms, last_seen_ms, name_sum)",
                set.number(),
                InstanceKey.of(set.id()),
                set.id(),
                set.project(),
                set.isLatest(),
                set.isRetracted(),
                false,
                "hdl:21.14100/" + set.number(),
                set.directory(),
                set.files().size(),
                set.bytes(),
                1,
                nodes.size(),
                chance.digest(),
                seen,
                Math.min(seen + Duration.ofDays(30).toMillis(), now.toEpochMilli()),
                NameSum.of(set.files().stream().map(DemoDataset.Part::name).toList()));
        for (int node : nodes) write(set, node, node == nodes.get(0), seen);
        writeFiles(set, nodes, seen);
        if (isContradicted) {
            String node = DemoNames.DATA_NODES.get(nodes.get(nodes.size() - 1) - 1);
            rows.add(
                    "replica_note (set_no, note_no, kind, code, subject, text)",
                    set.number(),
                    0,
                    1,
                    "FILES_DIFFER",
                    node,
                    node + " announces " + (set.files().size() + 1) + " files, the others "
                            + set.files().size() + "; the list of the others was taken");
        }
    }

    private List<Integer> nodes() {
        int first = 1 + chance.below(DemoNames.DATA_NODES.size());
        int count = 1 + chance.below(4);
        List<Integer> nodes = new ArrayList<>();
        for (int at = 0; at < count; at++) nodes.add(1 + (first + at) % DemoNames.DATA_NODES.size());
        return nodes;
    }

    private void write(DemoDataset set, int node, boolean isOriginal, long seen) {
        String base =
                "https://" + DemoNames.DATA_NODES.get(node - 1) + "/thredds/fileServer/data/" + set.directory() + "/";
        rows.add(
                "replica_node (set_no, data_node_no, is_original, is_retracted, variant, files, bytes, url_base)",
                set.number(),
                node,
                isOriginal,
                set.isRetracted(),
                0,
                set.files().size(),
                set.bytes(),
                base);
        rows.add(
                "replica_claim (set_no, data_node_no, index_no, is_replica, is_latest, is_retracted, is_deprecated, files,"
                        + " bytes, indexed_ms, first_seen_ms, last_seen_ms)",
                set.number(),
                node,
                1,
                !isOriginal,
                set.isLatest(),
                set.isRetracted(),
                false,
                set.files().size(),
                set.bytes(),
                seen,
                seen,
                now.toEpochMilli());
    }

    private void writeFiles(DemoDataset set, List<Integer> nodes, long seen) {
        for (int file = 0; file < set.files().size(); file++) {
            DemoDataset.Part part = set.files().get(file);
            rows.add(
                    "replica_file (set_no, variant, file_no, name, path_tail, size, sha256, sha256_nodes, tracking_id,"
                            + " modified_ms)",
                    set.number(),
                    0,
                    file,
                    part.name(),
                    null,
                    part.size(),
                    part.sha256(),
                    nodes.size(),
                    "hdl:21.14100/" + set.number() + "-" + file,
                    seen);
            for (int copy = 0; copy < nodes.size(); copy++) {
                rows.add(
                        "replica_copy (set_no, variant, file_no, copy_no, data_node_no, url_tail, says)",
                        set.number(),
                        0,
                        file,
                        copy,
                        nodes.get(copy),
                        null,
                        SAYS_SIZE_SHA256_ADDRESS);
            }
        }
    }
}
