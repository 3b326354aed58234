package org.bdm.client.cli.site;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.MomentText;
import org.bdm.core.control.site.SetBan;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Bans a data node. */
@Command(
        name = "ban",
        footer = {"bdm-client data-node ban esgf.example.org --until 2026-11-30"},
        description = {
            "Bans a data node: no file is fetched from it.",
            "Files are fetched from their other copies. Those that have none wait, and say so, until the ban ends."
        })
final class DataNodeBanCommand extends Verb {
    @Parameters(paramLabel = "HOST", description = "Its host, with the port if unusual.")
    String place = "";

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the next reader.")
    @Nullable String reason;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "When it ends by itself: 7d, 2026-12-01 or 2026-12-01T08:00Z.")
    @Nullable String until;

    @Override
    protected ExitCode run() {
        return shown(
                api().links().banDataNode(place, ban()),
                made -> terminal().line(made.place() + "  " + SiteRules.ban(made, zone())));
    }

    private SetBan ban() {
        try {
            return new SetBan(reason, until == null ? null : MomentText.future(until, pacer().clock()));
        } catch (IllegalArgumentException e) {
            throw usage("--until: " + e.getMessage());
        }
    }
}
