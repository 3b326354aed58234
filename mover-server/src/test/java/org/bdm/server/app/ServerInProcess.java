package org.bdm.server.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** A whole server in the process of a test, on free ports, its home beside others in one directory. */
final class ServerInProcess {
    private ServerInProcess() {}

    /** @param more further options, as on the command line */
    static RunningServer start(Path directory, String site, String export, List<String> more) {
        ServerOptions options = new ServerOptions();
        List<String> args = new ArrayList<>(List.of("--site", site, "--port", "0", "--data-port", "0"));
        args.addAll(List.of("--home", directory.resolve("home-" + site).toString(), "--export", export));
        args.addAll(more);
        new CommandLine(options).setOverwrittenOptionsAllowed(true).parseArgs(args.toArray(String[]::new));
        return RunningServer.start(ServerSettings.of(options, Map.of()), Map.of());
    }
}
