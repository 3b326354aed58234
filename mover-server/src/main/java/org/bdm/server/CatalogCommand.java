package org.bdm.server;

import java.io.PrintStream;
import java.util.Map;

/** {@code mover-server catalog backup|restore|check|move}. */
final class CatalogCommand {
    private CatalogCommand() {}

    static int run(String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
        err.println("mover-server: catalog " + String.join(" ", args) + ": not there yet");
        return 2;
    }
}
