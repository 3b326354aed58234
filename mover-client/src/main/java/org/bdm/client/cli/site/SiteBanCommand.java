package org.bdm.client.cli.site;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Bans a site. */
@Command(
        name = "ban",
        footer = {"bdm-client site ban north", "bdm-client site ban north --reason \"broken files\" --until 7d"},
        description = {
            "Bans a site: nothing is fetched from it or served to it.",
            "Running work from it stops cleanly within 2 s. Jobs that need the site wait, and say so, until the ban ends."
        })
final class SiteBanCommand extends Verb {
    @Parameters(paramLabel = "SITE", description = "A paired site.")
    String place = "";

    @Mixin
    BanOptions options = new BanOptions();

    @Override
    protected ExitCode run() {
        return shown(
                api().links().banSite(place, options.message(this, pacer().clock())),
                made -> terminal().line(made.place() + "  " + SiteRules.ban(made, zone())));
    }
}
