package org.bdm.client.cli.site;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.dataset.DataNodeSettingsView;
import org.bdm.core.control.dataset.SetDataNode;
import org.bdm.core.control.dataset.StagingSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes the settings of a data node. */
@Command(
        name = "set",
        footer = {
            "bdm-client data-node set esgf.example.org --connections 4 --preference last",
            "bdm-client data-node set esgf.example.org --node-token-file node.token",
            "bdm-client data-node set esgf.example.org --node-ca-file none",
            "bdm-client data-node set tape.example.org --patience 6h",
            "bdm-client data-node set tape.example.org --staging tape-rest --staging-patience 2d"
        },
        description = {
            "Changes the settings of a data node while the server runs.",
            "They win over --data-node of the server, and take effect within 2 s for new requests. What is not given stays as it"
                    + " is. For rate and windows, see 'link set'."
        })
final class DataNodeSetCommand extends Verb {
    private static final String NONE = "none";

    @Parameters(paramLabel = "HOST", description = "Its host, with the port if unusual.")
    String host = "";

    @Option(names = "--connections", paramLabel = "N", description = "Most at once, 1 to 256; none: as at the start.")
    @Nullable String connections;

    @Option(
            names = "--preference",
            paramLabel = "WHEN",
            description = "first, usual or last. last: only when no other copy can be had.")
    @Nullable String preference;

    @Option(
            names = "--node-ca-file",
            paramLabel = "FILE",
            description = "Certificates to trust for it, as PEM; none removes them.")
    @Nullable String caFile;

    @Option(
            names = "--node-token-file",
            paramLabel = "FILE",
            description = "Bearer token, sent to it only; none removes it.")
    @Nullable String tokenFile;

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            description = "Longest wait for a file that is busy or being staged, such as 30m; none: as at the start.")
    @Nullable String patience;

    @Mixin
    StagingOptions staging = new StagingOptions();

    @Option(names = "--note", paramLabel = "TEXT", description = "Why, for the next reader.")
    @Nullable String note;

    @Override
    protected ExitCode run() {
        if (connections == null
                && preference == null
                && caFile == null
                && tokenFile == null
                && patience == null
                && !staging.isAny()
                && note == null) {
            throw usage(
                    "nothing to set: give --connections, --preference, --node-ca-file, --node-token-file, --patience,"
                            + " --staging, --staging-patience, --staging-window, --staging-prefix or --note");
        }
        String token = content("--node-token-file", tokenFile);
        SetDataNode wanted = new SetDataNode(
                countOrNone("--connections", connections),
                preference,
                content("--node-ca-file", caFile),
                token == null ? null : token.strip(),
                patience == null ? null : patience.equals(NONE) ? Long.valueOf(0) : Long.valueOf(seconds(patience)),
                stagingSettings(),
                note);
        return shown(api().links().setDataNode(host, wanted), this::told);
    }

    private @Nullable StagingSettings stagingSettings() {
        try {
            return staging.isAny() ? staging.settings() : null;
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private long seconds(String text) {
        try {
            return TimeText.parse(text).toSeconds();
        } catch (IllegalArgumentException e) {
            throw usage("--patience: " + e.getMessage());
        }
    }

    private @Nullable String content(String option, @Nullable String file) {
        if (file == null) return null;
        if (file.equals(NONE)) return "";
        try {
            String content = Files.readString(Path.of(file), StandardCharsets.UTF_8);
            if (!content.isBlank()) return content;
        } catch (IOException e) {
            throw usage(option + ": cannot read " + file);
        }
        throw usage(option + ": " + file + " is empty; 'none' removes what was set");
    }

    private void told(DataNodeSettingsView set) {
        terminal().line("data node    " + set.node());
        terminal()
                .line("connections  " + (set.connections() == 0 ? "as at the start" : "at most " + set.connections()));
        terminal().line("preference   " + set.preference());
        terminal().line("certificates " + (set.hasCa() ? "of its own, besides the usual" : "as at the start"));
        terminal().line("token        " + (set.hasToken() ? "given; it is never shown" : "as at the start"));
        terminal()
                .line("patience     "
                        + (set.patienceSeconds() == 0
                                ? "as at the start"
                                : "waits up to " + TimeText.duration(Duration.ofSeconds(set.patienceSeconds()))));
        terminal().line("staging      " + StagingOptions.shown(set.staging()));
        if (!set.note().isEmpty()) terminal().line("note         " + set.note());
        terminal().line("changed      " + TimeText.moment(set.changedAt(), zone()) + " by " + set.changedBy());
    }
}
