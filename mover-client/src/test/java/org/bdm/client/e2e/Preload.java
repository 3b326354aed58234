package org.bdm.client.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The library {@code many-machines.c}, compiled by the C compiler of this machine and preloaded into servers: locks of files are granted to
 * everybody, as on a network file system without locks; the wall clock of each process can be set wrong; a process can be made to stop right
 * before it places a file.
 */
final class Preload {
    private final Path library;

    private Preload(Path library) {
        this.library = library;
    }

    /** Null where no C compiler is, which is said. */
    static @Nullable Preload compiled(Path directory) throws IOException {
        Path source = directory.resolve("many-machines.c");
        Path library = directory.resolve("many-machines.so");
        try (InputStream in = Preload.class.getResourceAsStream("/preload/many-machines.c")) {
            if (in == null) throw new IOException("many-machines.c is not among the resources of the tests");
            Files.copy(in, source);
        }
        try {
            Shell.run("cc -shared -fPIC -O2 -Wall -Werror -o \"$1\" \"$2\" -ldl", library, source);
            return new Preload(library);
        } catch (AssertionError e) {
            if (e.getMessage().contains("error:")) throw e;
            System.out.println("cc is not installed: file locks work, and clocks are right");
            return null;
        }
    }

    /** For the environment of one process. */
    Map<String, String> environment(SharedWithProcess shared) {
        return Map.of(
                "LD_PRELOAD",
                library.toString(),
                "BDM_TEST_CLOCK",
                shared.clock().toString(),
                "BDM_TEST_STOP",
                shared.stop().toString(),
                "BDM_TEST_PLACED",
                shared.placed().toString());
    }
}
