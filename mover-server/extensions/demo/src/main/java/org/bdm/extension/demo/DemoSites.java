package org.bdm.extension.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bdm.server.catalog.node.NodeState;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.SiteRelation;
import org.bdm.server.demo.DemoSettings;

/** Writes this site with its nodes and exports, the sites it is paired with, and the rules of their links. */
final class DemoSites {
    /** The nodes of this site that there are only in the catalog, by their numbers. */
    static final List<Long> NODES = List.of(2L, 3L, 4L);

    /** A site that is banned, and has a window. */
    static final String BANNED = "nci";

    /** A site that jobs can read from at any time. */
    static final String OPEN = "llnl";

    private static final List<String> EXPORTS = List.of("cmip", "cordex", "scratch");
    private static final long GIB = 1L << 30;

    private final DemoRows rows;
    private final DemoSettings settings;
    private final DemoChance chance;
    private final Instant now;

    DemoSites(DemoRows rows, DemoSettings settings) {
        this.rows = rows;
        this.settings = settings;
        this.chance = new DemoChance(settings.seed(), "sites");
        this.now = settings.now();
    }

    void write() {
        writeNodes();
        DemoNames.SITES.stream().filter(name -> !name.equals(settings.site())).forEach(this::writePeer);
        writeInvitations();
        writeLinks();
        writeMaintenance();
        writeBans();
        writeDataNodes();
        rows.numbersGoOn("node", "node_no");
        rows.numbersGoOn("export_root", "root_no");
        rows.numbersGoOn("site_maintenance", "entry_no");
        for (String version : List.of("trust", "limits", "places")) {
            rows.change("UPDATE shared_version SET version = version + 1 WHERE name = ?", version);
        }
    }

    private void writeNodes() {
        for (int at = 0; at < EXPORTS.size(); at++) {
            rows.add(
                    "export_root (root_no, root_id, export, first_seen_at)",
                    at + 1,
                    chance.hex().substring(32),
                    EXPORTS.get(at),
                    now.minus(Duration.ofDays(300)));
        }
        for (long node : NODES) {
            String host = settings.site() + "-data" + (node - 1) + ".example";
            boolean isLast = node == NODES.get(NODES.size() - 1);
            rows.add(
                    "node (node_no, node_id, opened_at, run_no, state, seen_ms, process, version, does_control, does_data,"
                            + " data_address)",
                    node,
                    chance.hex(),
                    now.minus(Duration.ofDays(12 * node)),
                    node,
                    (isLast ? NodeState.DRAINING : NodeState.UP).code(),
                    now.toEpochMilli(),
                    "process " + (1200 + node) + " on " + host + ", home /var/lib/bdm",
                    "1.0.0",
                    false,
                    true,
                    host + ":8471");
            for (int at = 0; at < EXPORTS.size(); at++) {
                rows.add("node_export (node_no, export, root_no, is_writable)", node, EXPORTS.get(at), at + 1, true);
            }
        }
    }

    private void writePeer(String name) {
        int at = DemoNames.SITES.indexOf(name);
        SiteRelation relation = at == 4 ? SiteRelation.DIALS_IN : SiteRelation.PEER;
        rows.add(
                "site (name, pin, data_address, control_url, relation, added_at, data_ports, data_ports_at)",
                name,
                chance.hex(),
                relation == SiteRelation.DIALS_IN ? null : "data1." + name + ".example:8471",
                "https://bdm." + name + ".example",
                relation.code(),
                now.minus(Duration.ofDays(200 - at * 11L)),
                "data1." + name + ".example:8471,data2." + name + ".example:8471",
                now.minusSeconds(90));
        rows.add("site_grant (site, export, prefix, verb)", name, "cmip", new byte[0], GrantVerb.READ.ordinal());
        if (at % 2 == 0) {
            rows.add(
                    "site_grant (site, export, prefix, verb)", name, "scratch", new byte[0], GrantVerb.WRITE.ordinal());
        }
    }

    private void writeInvitations() {
        byte[] secret = chance.digest();
        rows.add(
                "invitation (secret_sha256, site, expires_at, used_at)",
                secret,
                "bsc",
                now.plus(Duration.ofHours(20)),
                null);
        rows.add(
                "invitation_grant (secret_sha256, ordinal, export, prefix, verb)",
                secret,
                0,
                "cmip",
                new byte[0],
                GrantVerb.READ.ordinal());
    }

    private void writeLinks() {
        writeLimit("*", 5 * GIB / 2, 0, "share of the 40 Gbit/s of the centre", "root", 60);
        writeLimit("llnl", GIB / 2, 32, "over the Atlantic: agreed with the network group", "root", 20);
        writeLimit("esgf-data1.llnl.example", GIB / 8, 4, "asked for by its operator", "carla", 3);
        String window = "link_window (source, windows, changed_by, changed_at)";
        rows.add(
                window,
                BANNED,
                "Mon-Fri 18:00-06:00 Europe/Berlin\nSat-Sun 00:00-24:00 Europe/Berlin",
                "root",
                now.minus(Duration.ofDays(20)));
        rows.add(window, "esgf-data1.llnl.example", "Mon-Sun 12:00-22:00 UTC", "carla", now.minus(Duration.ofDays(8)));
    }

    private void writeLimit(String source, long bytesPerSecond, int streams, String note, String by, int daysAgo) {
        rows.add(
                "place_limit (kind, name, in_bytes_per_second, out_bytes_per_second, streams, files, note, changed_by,"
                        + " changed_at)",
                "LINK",
                source,
                bytesPerSecond,
                0,
                streams,
                0,
                note,
                by,
                now.minus(Duration.ofDays(daysAgo)));
    }

    private void writeMaintenance() {
        writeMaintenance(
                1,
                inMaintenance(settings.site()),
                Duration.ofHours(-5),
                Duration.ofHours(24),
                "exchange of the tape robot");
        writeMaintenance(2, "ceda", Duration.ofDays(6), Duration.ofDays(1), "upgrade of the file system");
        writeMaintenance(3, settings.site(), Duration.ofDays(13), Duration.ofHours(8), "new routers");
        writeMaintenance(4, "nci", Duration.ofDays(-16), Duration.ofDays(1), "power test");
    }

    /** The site that is in maintenance at the end of the history. */
    static String inMaintenance(String own) {
        return own.equals("ipsl") ? "ceda" : "ipsl";
    }

    private void writeMaintenance(int number, String site, Duration from, Duration length, String note) {
        Instant begins = now.plus(from);
        rows.add(
                "site_maintenance (entry_no, site, begins_at, ends_at, note, uid, added_by, added_at)",
                number,
                site,
                begins,
                begins.plus(length),
                note,
                number % 2 == 1 ? "maint-" + (16 + number) + "@" + site : "",
                number % 2 == 1 ? "carla" : "root",
                now.minus(Duration.ofDays(30L - 7L * (number % 4))));
    }

    private void writeBans() {
        String ban = "place_ban (place, reason, until_at, banned_by, banned_at)";
        rows.add(
                ban,
                BANNED,
                "corrupt files since the upgrade of its storage",
                now.plus(Duration.ofDays(4)),
                "root",
                now.minus(Duration.ofDays(2)));
        rows.add(
                ban, "esgf-node.ornl.example", "answers with HTML pages", null, "carla", now.minus(Duration.ofDays(5)));
    }

    private void writeDataNodes() {
        for (int at = 0; at < DemoNames.DATA_NODES.size(); at++) {
            boolean isTroubled = at % 3 == 2;
            rows.add(
                    "data_node_history (node, bytes_per_second, measured_ms, trouble, trouble_until_ms)",
                    DemoNames.DATA_NODES.get(at),
                    (12L + 9L * chance.below(12)) << 20,
                    now.minus(Duration.ofHours(1 + chance.below(90))).toEpochMilli(),
                    isTroubled ? "connection timed out after 30 s" : null,
                    isTroubled ? now.plus(Duration.ofHours(30L * at)).toEpochMilli() : null);
        }
    }
}
