package org.bdm.client.cli.site;

import java.util.List;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.AcceptInvitation;
import org.bdm.core.control.site.CreateInvitation;
import org.bdm.core.control.site.InvitationView;
import org.bdm.core.control.site.SiteView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verbs about this site and those it is paired with. */
@Command(
        name = "site",
        description = "Pairs with other sites, bans them, keeps their maintenance.",
        subcommands = {SiteAddCommand.class, SiteShowCommand.class, SiteMaintenanceCommand.class, SiteBanCommand.class})
public final class SiteCommand extends VerbGroup {
    private static final String TREE = "EXPORT[/prefix]";

    @Command(
            name = "invite",
            footer = "bdm-client site invite south --read data/CMIP6",
            description = "Creates a one-time pairing code and prints it alone.")
    ExitCode invite(
            @Parameters(paramLabel = "NAME", description = "The site to invite.") String name,
            @Option(
                            names = "--read",
                            paramLabel = TREE,
                            description = {
                                "What that site may read; may be repeated.",
                                "bdm://SITE/EXPORT and https://HOST lend what your site may read there."
                            })
                    @Nullable List<String> read,
            @Option(
                            names = "--write",
                            paramLabel = TREE,
                            description = "Where that site may submit jobs to; may be repeated.")
                    @Nullable List<String> write) {
        return shown(api().invite(new CreateInvitation(name, given(read), given(write))), this::code);
    }

    private void code(InvitationView invitation) {
        terminal().line(invitation.codeOfNew());
        terminal()
                .message("valid once, until " + TimeText.moment(invitation.expiresAt(), zone())
                        + "; at the other site: bdm-client site add NAME CODE");
    }

    @Command(
            name = "invitations",
            footer = "bdm-client site invitations",
            description = "Lists open invitations, without their codes.")
    ExitCode invitations() {
        Table table = new Table("INVITATION", "/SITE", "~MAY READ", "?CREATED", "EXPIRES");
        return listed(
                table,
                api().invitations(),
                invitation -> table.row(
                        invitation.id(),
                        invitation.name(),
                        trees(invitation.read()),
                        TimeText.moment(invitation.createdAt(), zone()),
                        TimeText.moment(invitation.expiresAt(), zone())));
    }

    @Command(
            name = "uninvite",
            footer = "bdm-client site uninvite 4f1c09d2",
            description = "Revokes an invitation that nobody has used.")
    ExitCode uninvite(
            @Parameters(paramLabel = "INVITATION", description = "The id, from 'site invitations'.") String id) {
        api().uninvite(id);
        terminal().message("revoked the invitation " + id);
        return ExitCode.DONE;
    }

    @Command(
            name = "list",
            footer = "bdm-client site list",
            description = "Lists this site and those it is paired with.")
    ExitCode list() {
        Table table = new Table(
                "/SITE", "STATE", "?SINCE", "/DATA", "?LAST SEEN", "~RULES", "~MAY READ", "~MAY WRITE", "?FINGERPRINT");
        return listed(
                table,
                api().sites(),
                site -> table.row(
                        site.name() + (site.local() ? " (this)" : ""),
                        site.state(),
                        TimeText.moment(site.stateSince(), zone()),
                        site.dataAddress() == null ? "-" : site.dataAddress(),
                        TimeText.moment(site.lastSeenAt(), zone()),
                        SiteRules.text(site, zone()),
                        trees(site.read()),
                        trees(site.write()),
                        site.fingerprint()));
    }

    @Command(
            name = "unban",
            footer = "bdm-client site unban north",
            description = "Lifts the ban of a site; its jobs resume by themselves.")
    ExitCode unban(@Parameters(paramLabel = "SITE", description = "The site.") String name) {
        api().links().unbanSite(name);
        terminal().message(name + " is not banned any more");
        return ExitCode.DONE;
    }

    @Command(
            name = "remove",
            footer = "bdm-client site remove north",
            description = "Removes a pairing: the key and the rights of a site.")
    ExitCode remove(@Parameters(paramLabel = "SITE", description = "The site.") String name) {
        api().removeSite(name);
        terminal().message("removed " + name);
        return ExitCode.DONE;
    }

    @Command(
            name = "rekey",
            footer = "bdm-client site rekey north bdm1_CODE",
            description = {"Pins the new key of a paired site, by its new code.", "Its rights are kept."})
    ExitCode rekey(
            @Parameters(paramLabel = "SITE", description = "The site.") String name,
            @Parameters(paramLabel = "CODE", description = "Its new invitation.") String code) {
        SiteView site = api().rekeySite(new AcceptInvitation(name, code, List.of(), List.of()));
        return shown(site, pinned -> terminal().message("pinned " + pinned.name() + " " + pinned.fingerprint()));
    }

    private static List<String> given(@Nullable List<String> trees) {
        return trees == null ? List.of() : trees;
    }

    private static String trees(List<String> trees) {
        return trees.isEmpty() ? "-" : String.join(",", trees);
    }
}
