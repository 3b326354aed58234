package org.bdm.core.store.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bdm.core.id.ExportName;

/** A new directory for one test, deleted with all it holds; its tree may hold any name. */
final class TemporaryExport implements AutoCloseable {
    final Path directory;
    final ExportRoot root;

    /** Below {@code parent}; the root lies one level deeper, so that a test can put things beside it. */
    TemporaryExport(Path parent) throws IOException {
        directory = Files.createTempDirectory(parent, "bdm-store-test");
        root = new ExportRoot(new ExportName("climate"), Files.createDirectory(directory.resolve("export")));
    }

    Path path() {
        return root.directory();
    }

    /** By rm, as Java cannot delete paths of 4,096 bytes. */
    @Override
    public void close() throws IOException {
        run("rm", "-rf", "--", directory.toString());
    }

    /** Runs a program in the export's directory. */
    void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) throw new IOException(String.join(" ", command) + " said: " + said);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }
}
