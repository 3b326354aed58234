package org.bdm.client.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes of one site: processes on machines of their own, one database, one key, the same exports. */
final class NodesOfSite implements AutoCloseable {
    /** How the nodes of a test are placed. */
    record Ground(
            Path directory,
            Machines machines,
            Postgres postgres,
            @Nullable Preload preload) {}

    private final Ground ground;
    private final String site;
    private final List<String> options;
    private final List<SiteNode> nodes = new ArrayList<>();

    /**
     * Makes its database; there is no node yet.
     *
     * @param options of every node
     */
    NodesOfSite(Ground ground, String site, String... options) throws IOException {
        this.ground = ground;
        this.site = site;
        this.options = List.of(options);
        ground.postgres().create(database());
    }

    String database() {
        return "site_" + site;
    }

    /** The first one has the key of the site. */
    List<SiteNode> all() {
        return List.copyOf(nodes);
    }

    SiteNode first() {
        return nodes.get(0);
    }

    /** Starts one more node. */
    SiteNode start(String... more) throws IOException {
        SiteNode node = add(more);
        node.process().start();
        return node;
    }

    /** One more node that is not started. */
    SiteNode add(String... more) throws IOException {
        return add(ground.preload(), more);
    }

    private SiteNode add(@Nullable Preload preload, String... more) throws IOException {
        Machine machine = ground.machines().add(ground.postgres().port());
        List<String> all =
                new ArrayList<>(List.of("--catalog", machine.databaseUrl(database()), "--catalog-user", "postgres"));
        all.addAll(options);
        all.addAll(List.of(more));
        if (!nodes.isEmpty()) all.addAll(List.of("--site-key", siteKey().toString()));
        Certificate certificate = ground.machines().certificate();
        SiteNode node = new SiteNode(new NodeSetup(
                ground.directory(),
                site,
                site + nodes.size(),
                machine,
                certificate == null ? null : certificate.chain(),
                nodes.isEmpty() ? null : first().process().tokenFile(),
                preload,
                all));
        nodes.add(node);
        return node;
    }

    private Path siteKey() throws IOException {
        Path key = ground.directory().resolve(site + "-site-key.pem");
        if (Files.exists(key)) return key;
        Files.copy(first().process().home().resolve("node-key.pem"), key);
        return Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    }

    /** Pairs with another site, as one person who runs both does it. */
    void pair(NodesOfSite other) {
        TwoSites.Result added = first().client(
                        "site",
                        "add",
                        other.site,
                        other.first().rest().toString(),
                        "--token-file",
                        other.first().process().tokenFile().toString());
        if (added.code() != 0) throw new AssertionError("not paired: " + added);
    }

    /** Stops every node, and has the catalog checked. */
    String stopAndCheckCatalog() throws IOException {
        for (SiteNode node : nodes) {
            int code = node.process().stop();
            if (code != 0) throw new AssertionError(node.name() + " ended with exit code " + code);
        }
        return Shell.run(
                "JAVA_HOME=\"$4\" \"$1\" catalog check --home \"$2\" --catalog \"$3\" --catalog-user postgres",
                TwoSites.launcher(),
                first().process().home(),
                Postgres.url("127.0.0.1", ground.postgres().port(), database()),
                System.getProperty("java.home"));
    }

    @Override
    public void close() {
        for (int i = nodes.size() - 1; i >= 0; i--) nodes.get(i).close();
    }
}
