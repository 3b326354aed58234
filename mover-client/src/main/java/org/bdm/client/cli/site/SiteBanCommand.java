package org.bdm.client.cli.site;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.MomentText;
import org.bdm.core.control.site.SetBan;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
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
                api().links().banSite(place, ban()),
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
