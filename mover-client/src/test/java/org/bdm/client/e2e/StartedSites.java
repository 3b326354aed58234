package org.bdm.client.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bdm.client.demo.ServerProcess;
import org.jspecify.annotations.Nullable;

/** Two paired sites that run, in a directory that is gone when they are closed. */
final class StartedSites implements AutoCloseable {
    private final Path directory;
    private final @Nullable DataWire wire;
    private final TwoSites sites;

    private StartedSites(Path directory, @Nullable DataWire wire, TwoSites sites) {
        this.directory = directory;
        this.wire = wire;
        this.sites = sites;
    }

    static StartedSites paired() throws IOException {
        Path directory = temporary();
        return new StartedSites(directory, null, TwoSites.paired(directory));
    }

    /** The destination reaches the source through a wire that tests can cut. */
    static StartedSites onAWire(UnaryOperator<SiteSetup> setup) throws IOException {
        Path directory = temporary();
        DataWire wire = new DataWire();
        SiteSetup all = setup.apply(SiteSetup.in(directory)).through(wire);
        return new StartedSites(directory, wire, TwoSites.paired(all));
    }

    private static Path temporary() throws IOException {
        return Files.createTempDirectory("bdm-sites");
    }

    /** True of what a test may ask for: the sites, and the wire between them. */
    static boolean isPart(Class<?> type) {
        return type == TwoSites.class || type == DataWire.class;
    }

    TwoSites sites() {
        return sites;
    }

    DataWire wire() {
        if (wire == null) throw new IllegalStateException("these sites are on no wire");
        return wire;
    }

    void startWhatWasEnded() {
        for (ServerProcess server : List.of(sites.source(), sites.destination())) {
            if (!server.isRunning()) server.start();
        }
    }

    /** Kills both. */
    @Override
    public void close() throws IOException {
        sites.close();
        if (wire != null) wire.close();
        Shell.run("rm -rf \"$1\"", directory);
    }
}
