package org.bdm.client.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.bdm.client.demo.ServerProcess;

/** A node of site {@code b}: a process with a home and a cable to the database of its own. */
final class SiteNode implements AutoCloseable {
    private final String name;
    private final CutWire wire;
    private final ServerProcess process;
    private boolean isFrozen;

    /** The key of the site is that of the node {@code first}; null for that one. */
    SiteNode(Path directory, String name, Postgres postgres, SiteNode first, String... options) throws IOException {
        this.name = name;
        this.wire = new CutWire(postgres.port());
        List<String> arguments =
                new ArrayList<>(List.of("--catalog", Postgres.url(wire.port()), "--catalog-user", "postgres"));
        if (first != null) {
            Path key = directory.resolve("site-key.pem");
            if (Files.notExists(key)) {
                Files.copy(first.process.home().resolve("node-key.pem"), key);
                Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            }
            arguments.addAll(List.of("--site-key", key.toString()));
        }
        arguments.addAll(List.of(options));
        this.process = TwoSites.server("b", directory.resolve(name).resolve("home"), arguments);
    }

    String catalogUrl() {
        return Postgres.url(wire.port());
    }

    String name() {
        return name;
    }

    ServerProcess process() {
        return process;
    }

    void cut() {
        wire.cut();
    }

    void mend() {
        wire.mend();
    }

    /** Stops the process as it stands; it does not notice. */
    void freeze() throws IOException {
        Shell.run("kill -STOP \"$1\"", process.processId());
        isFrozen = true;
    }

    void thaw() throws IOException {
        if (!isFrozen) return;
        Shell.run("kill -CONT \"$1\"", process.processId());
        isFrozen = false;
    }

    /** What the process said. */
    String log() throws IOException {
        return Files.readString(process.errorFile()) + Files.readString(process.outputFile());
    }

    @Override
    public void close() {
        process.close();
        wire.close();
    }
}
