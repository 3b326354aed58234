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
        List<String> options = new ArrayList<>(List.of("--export", export));
        options.addAll(more);
        return start(directory, site, options);
    }

    /** As the other, of a server that offers only what the options say. */
    static RunningServer start(Path directory, String site, List<String> more) {
        ServerOptions options = new ServerOptions();
        List<String> args = new ArrayList<>(List.of("--site", site, "--port", "0", "--data-port", "0"));
        args.addAll(List.of("--home", directory.resolve("home-" + site).toString()));
        args.addAll(more);
        new CommandLine(options).setOverwrittenOptionsAllowed(true).parseArgs(args.toArray(String[]::new));
        return RunningServer.start(ServerSettings.of(options, Map.of()), Map.of());
    }
}
