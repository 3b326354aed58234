package org.bdm.server.catalog.dataset;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.job.Events;

/**
 * The hosts that files of data nodes come from, where records name the node otherwise. Rules that only restrict count under both names; secrets
 * stay with the host that they were given for, since a record may claim anything. Any thread that may block.
 */
public final class DataNodeHosts {
    private static final int ROWS_MAX = 10_000;
    private static final int HOSTS_OF_NODE_MAX = 50; // whatever records claim
    private static final int HOST_LENGTH_MAX = 255;

    /** Of a host that nobody named himself. */
    private static final String FREE = "NOT EXISTS (SELECT 1 FROM site s WHERE LOWER(s.name) = h.host)"
            + " AND NOT EXISTS (SELECT 1 FROM data_node_rule r WHERE r.node = h.host)";

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public DataNodeHosts(CatalogParts parts) {
        this.parts = parts;
    }

    /**
     * Returns the other hosts by the name of the data node, in lower case. Never one that is a site, or that has settings of its own: no record
     * may bring rules of another name over it.
     */
    public Map<String, Set<String>> all() {
        Map<String, Set<String>> all = new TreeMap<>();
        parts.read(sql -> sql.list(
                        "SELECT d.name, h.host FROM data_node_host h JOIN data_node d ON d.data_node_no = h.data_node_no WHERE "
                                + FREE + " ORDER BY d.name, h.host LIMIT ?",
                        (row, at) -> Map.entry(row.getString(1).toLowerCase(Locale.ROOT), row.getString(2)),
                        ROWS_MAX))
                .forEach(pair -> all.computeIfAbsent(pair.getKey(), missing -> new TreeSet<>())
                        .add(pair.getValue()));
        return all;
    }

    /** Returns the other hosts of the data node of this name. */
    public Set<String> of(String node) {
        return Set.copyOf(parts.read(sql -> sql.list(
                "SELECT h.host FROM data_node_host h JOIN data_node d ON d.data_node_no = h.data_node_no"
                        + " WHERE LOWER(d.name) = ? AND " + FREE + " ORDER BY h.host LIMIT ?",
                (row, at) -> row.getString(1),
                node.toLowerCase(Locale.ROOT),
                ROWS_MAX)));
    }

    /** Keeps what is new of a set that is stored, up to 50 hosts of a node: once for each node and host, so that few sets cost more than a look. */
    static void learn(ChangeWork work, ReplicaSet set, ToLongFunction<String> numberOf) {
        otherHosts(set).forEach((node, hosts) -> {
            long number = numberOf.applyAsLong(node);
            List<String> before = known(work, number);
            if (before.size() >= HOSTS_OF_NODE_MAX || before.containsAll(hosts)) return;
            // Another process that learns the same waits here.
            work.sql().update("UPDATE shared_version SET version = version + 1 WHERE name = 'data-node-hosts'");
            Set<String> known = new TreeSet<>(known(work, number));
            for (String host : hosts) {
                if (known.size() < HOSTS_OF_NODE_MAX && known.add(host)) add(work, node, number, host);
            }
        });
    }

    private static List<String> known(ChangeWork work, long number) {
        return work.sql()
                .list(
                        "SELECT host FROM data_node_host WHERE data_node_no = ? LIMIT " + (HOSTS_OF_NODE_MAX + 1),
                        (row, at) -> row.getString(1),
                        number);
    }

    private static void add(ChangeWork work, String node, long number, String host) {
        work.sql().update("INSERT INTO data_node_host (data_node_no, host) VALUES (?, ?)", number, host);
        long secrets = work.sql()
                .number(
                        "SELECT COUNT(*) FROM data_node_rule WHERE node = ? AND (token <> '' OR ca_pem <> '')",
                        node.toLowerCase(Locale.ROOT));
        if (secrets == 0) return;
        String text = node + " serves from " + host + ": the token and certificates set for " + node
                + " are not used there; set them for " + host + " with 'bdm-client data-node set " + host + "'";
        Events.add(work, null, "DATA_NODE_ELSEWHERE", text, "{}");
    }

    private static Map<String, Set<String>> otherHosts(ReplicaSet set) {
        Map<String, Set<String>> origins = new HashMap<>();
        for (ReplicaVariant variant : set.variants()) {
            for (ReplicaFile file : variant.files()) {
                for (ReplicaCopy copy : file.copies()) {
                    if (copy.url().isEmpty()) continue;
                    origins.computeIfAbsent(copy.node(), first -> new TreeSet<>())
                            .add(origin(copy.url().get()));
                }
            }
        }
        Map<String, Set<String>> others = new TreeMap<>();
        origins.forEach((node, found) -> {
            for (String origin : found) {
                String host = host(origin);
                if (host.isEmpty() || host.equalsIgnoreCase(node)) continue;
                others.computeIfAbsent(node, first -> new TreeSet<>()).add(host);
            }
        });
        return others;
    }

    private static String origin(String url) {
        int path = url.indexOf('/', url.indexOf("://") + 3);
        return path < 0 ? url : url.substring(0, path + 1);
    }

    /** A name without a dot or a port may be that of a site, for which no record speaks. */
    private static String host(String origin) {
        try {
            String host = new Copy(Copy.location(origin), 0).node();
            boolean isHost = host.indexOf('.') >= 0 || host.indexOf(':') >= 0;
            return isHost && host.length() <= HOST_LENGTH_MAX ? host : "";
        } catch (MoverException e) {
            return ""; // of another kind of access, to which no rule applies
        }
    }
}
