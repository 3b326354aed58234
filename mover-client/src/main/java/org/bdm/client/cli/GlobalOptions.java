package org.bdm.client.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every verb understands, before the verb or after it; after it wins. */
final class GlobalOptions {
    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "The control plane (BDM_SERVER; default http://127.0.0.1:8470).")
    @Nullable String server;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the access token (BDM_TOKEN_FILE; default ~/.bdm/admin.token).")
    @Nullable Path tokenFile;

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            description = "PEM file with the certificate to trust (BDM_CA_FILE).")
    @Nullable Path certificateFile;

    @Option(names = "--json", description = "One JSON document, or one object a line for lists.")
    boolean json;

    @Option(names = "--quiet", description = "No messages except errors.")
    boolean quiet;

    @Option(names = "--no-color", description = "No colours (also NO_COLOR).")
    boolean noColour;
}
