package org.bdm.client.cli.site;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Bans a data node. */
@Command(
        name = "ban",
        footer = {"bdm-client data-node ban esgf.example.org --until 7d"},
        description = {
            "Bans a data node: no file is fetched from it.",
            "Files are fetched from their other copies. Those that have none wait, and say so, until the ban ends."
        })
final class DataNodeBanCommand extends Verb {
    @Parameters(paramLabel = "HOST", description = "Its host, with the port if unusual.")
    String place = "";

    @Mixin
    BanOptions options = new BanOptions();

    @Override
    protected ExitCode run() {
        return shown(
                api().links().banDataNode(place, options.message(this, pacer().clock())),
                made -> terminal().line(made.place() + "  " + SiteRules.ban(made, zone())));
    }
}
