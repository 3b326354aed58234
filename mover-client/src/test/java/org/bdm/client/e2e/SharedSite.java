package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.client.demo.ServerProcess;
import org.jspecify.annotations.Nullable;

/** On one loopback: a site {@code a} that offers {@code data}, and the nodes of a site {@code b} that share {@code replica}. */
final class SharedSite implements AutoCloseable {
    private final Path directory;
    private final Postgres postgres;
    private final ServerProcess source;
    private final NodesOfSite nodes;
    private final Machines machines = new LoopbackMachines();

    /** The source runs; site b has no node yet. */
    SharedSite(Path directory, @Nullable Preload preload) throws IOException {
        this.directory = directory;
        Files.createDirectories(from());
        Files.createDirectories(to());
        this.postgres = new Postgres(directory.resolve("pg"));
        this.source = TwoSites.server("a", directory.resolve("a/home"), List.of("--export", "data=" + from() + ":ro"));
        this.nodes = new NodesOfSite(new NodesOfSite.Ground(directory, machines, postgres, preload), "b");
        source.start();
    }

    Path from() {
        return directory.resolve("a/data");
    }

    Path to() {
        return directory.resolve("b/replica");
    }

    Postgres postgres() {
        return postgres;
    }

    NodesOfSite nodes() {
        return nodes;
    }

    /** Starts a node that has the export. */
    SiteNode node(String... more) throws IOException {
        List<String> options = new ArrayList<>(List.of("--export", "replica=" + to() + ":rw"));
        options.addAll(Arrays.asList(more));
        return nodes.start(options.toArray(String[]::new));
    }

    /** Pairs with the source. */
    void pair() {
        TwoSites.Result added = nodes.first()
                .client(
                        "site",
                        "add",
                        "a",
                        source.ready().url().toString(),
                        "--token-file",
                        source.tokenFile().toString());
        assertThat(added.code()).as("%s", added).isZero();
    }

    /** Submits a tree at the first node. */
    JobLook submit(String name, String... options) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("submit", "bdm://a/data/" + name, "bdm://b/replica/" + name, "--recursive"));
        arguments.addAll(Arrays.asList(options));
        SiteNode first = nodes.first();
        TwoSites.Result result = first.client(arguments.toArray(String[]::new));
        assertThat(result.code()).as("%s", result).isZero();
        AtomicLong looks = new AtomicLong();
        return new JobLook(first.api(first.rest()), result.out().strip(), looks::incrementAndGet);
    }

    @Override
    public void close() throws IOException {
        nodes.close();
        source.close();
        machines.close();
        postgres.close();
    }
}
