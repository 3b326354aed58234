package org.bdm.client.cli;

import java.util.HashMap;
import java.util.Map;
import org.bdm.client.ServerUnreachable;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.site.VersionView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

@Command(
        name = "version",
        footer = "bdm-client version",
        description = "Shows the versions of this command and of the server.")
final class VersionCommand extends Verb {
    @Override
    protected ExitCode run() {
        VersionView server = server();
        if (json()) {
            Map<String, @Nullable Object> versions = new HashMap<>();
            versions.put("client", ClientVersion.number());
            versions.put("server", server);
            terminal().json(versions);
            return ExitCode.DONE;
        }
        terminal().line("bdm-client " + ClientVersion.number());
        if (server != null)
            terminal().line("mover-server " + server.version() + ", site " + server.site() + ", Java " + server.java());
        if (server != null && server.limits() != null) {
            terminal()
                    .line("limits: heap " + mebibytes(server.limits().heapBytes()) + ", direct memory "
                            + mebibytes(server.limits().directBytes()) + ", block cache "
                            + mebibytes(server.limits().cacheBytes()) + ", "
                            + server.limits().openFiles() + " open files");
        }
        return ExitCode.DONE;
    }

    private static String mebibytes(long bytes) {
        return (bytes >> 20) + " MiB";
    }

    private @Nullable VersionView server() {
        try {
            return api().version();
        } catch (ServerUnreachable e) {
            terminal().message("no server: " + e.getMessage());
            return null;
        }
    }
}
