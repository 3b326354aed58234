package org.bdm.server.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.identity.NodeKey;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.extension.Extensions;
import picocli.CommandLine;

/** A whole server in the process of a test, on free ports, its home beside others in one directory. */
final class ServerInProcess {
    /** Keys of the homes that were prepared, by site: a catalog is prepared once for each key. Guarded by the class. */
    private static final Map<String, byte[]> KEYS = new HashMap<>();

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private ServerInProcess() {}

    /** @param more further options, as on the command line */
    static RunningServer start(Path directory, String site, String export, List<String> more) {
        List<String> options = new ArrayList<>(List.of("--export", export));
        options.addAll(more);
        return start(directory, site, options);
    }

    /** As the other, of a server that offers only what the options say. */
    static RunningServer start(Path directory, String site, List<String> more) {
        ServerOptions options = new ServerOptions();
        List<String> args = new ArrayList<>(List.of("--site", site, "--port", "0", "--data-port", "0"));
        Path home = directory.resolve("home-" + site);
        args.addAll(List.of("--home", home.toString()));
        args.addAll(more);
        boolean isStandard = more.stream().noneMatch(arg -> arg.matches("--(home|catalog|demo-data)"));
        if (isStandard && !Files.exists(home)) prepare(home, site);
        new CommandLine(options).setOverwrittenOptionsAllowed(true).parseArgs(args.toArray(String[]::new));
        return RunningServer.start(ServerSettings.of(options, Map.of()), Extensions.ofThisProcess(), Map.of());
    }

    /**
     * Makes a home whose first start has got as far as its key and an empty catalog: to make these takes a second of a processor. The start
     * goes on with it, as after a kill; servers of end-to-end tests begin without.
     */
    private static synchronized void prepare(Path home, String site) {
        try (HomeDirectory begun = HomeDirectory.lock(home)) {
            begun.beginFirstStart(Optional.empty());
            byte[] known = KEYS.get(site);
            if (known != null) Files.write(Files.createFile(begun.nodeKey(), OWNER_FILE), known);
            NodeKey key = NodeKey.loadOrCreate(begun.nodeKey(), Clock.systemUTC(), new SecureRandom());
            if (known == null) KEYS.put(site, Files.readAllBytes(begun.nodeKey()));
            TestDatabase.preparedBelow(home, key.node());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
