package org.bdm.client.cli.job;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.campaign.CampaignPartView;
import org.bdm.core.control.campaign.CampaignView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verbs about campaigns. */
@Command(
        name = "campaign",
        description = {
            "Replicates one selection to several sites.",
            "Each destination has a job of its own. The first reads the source; the others read from those before them."
        },
        subcommands = CampaignCreateCommand.class)
public final class CampaignCommand extends VerbGroup {
    private static final String ID = "The id, from 'campaign list'.";

    @Command(name = "list", footer = "bdm-client campaign list", description = "Lists campaigns, newest first.")
    ExitCode list() {
        Table table = new Table(
                "CAMPAIGN", "STATE", "~NAME", ">SITES", ">DONE", ">FILES", ">BYTES", "?CREATED", "~SELECTION");
        return listed(
                table,
                api().replication().campaigns(),
                one -> table.row(
                        one.id(),
                        one.state(),
                        one.name(),
                        String.valueOf(one.destinations().size()),
                        String.valueOf(one.destinations().stream()
                                .filter(part -> part.state().equals("SUCCEEDED"))
                                .count()),
                        String.valueOf(one.files()),
                        ByteSize.text(one.bytes()),
                        TimeText.moment(one.createdAt(), zone()),
                        one.selection()));
    }

    @Command(
            name = "show",
            footer = "bdm-client campaign show campaign-3",
            description = "Shows a campaign and how far each destination is.")
    ExitCode show(@Parameters(paramLabel = "CAMPAIGN", description = ID) String id) {
        return shown(api().replication().campaign(id), this::sheet);
    }

    private void sheet(CampaignView one) {
        terminal().line("campaign     " + one.id() + " \"" + one.name() + "\", " + one.state() + ", by " + one.owner());
        terminal()
                .line("selection    " + one.selection() + ", " + Plural.of(one.files(), "file") + ", "
                        + ByteSize.text(one.bytes()));
        terminal().line("created      " + TimeText.moment(one.createdAt(), zone()));
        if (one.endedAt() != null) terminal().line("ended        " + TimeText.moment(one.endedAt(), zone()));
        Table table = new Table("/DESTINATION", "STATE", "JOB", ">FILES", ">OF", ">FAILED", ">BYTES", "~TROUBLE");
        for (CampaignPartView part : one.destinations()) row(table, part);
        terminal().table(table);
    }

    private static void row(Table table, CampaignPartView part) {
        table.row(
                part.destination(),
                part.state(),
                part.job() == null ? "-" : part.job(),
                String.valueOf(part.filesDone()),
                String.valueOf(part.filesTotal()),
                String.valueOf(part.filesFailed()),
                ByteSize.text(part.bytesDone()),
                part.trouble() == null ? "-" : part.trouble());
    }

    @Command(
            name = "cancel",
            footer = "bdm-client campaign cancel campaign-3",
            description = "Cancels a campaign; files already there are kept.")
    ExitCode cancel(@Parameters(paramLabel = "CAMPAIGN", description = ID) String id) {
        return shown(
                api().replication().cancelCampaign(id),
                cancelled -> terminal().message(cancelled.id() + " is " + cancelled.state()));
    }

    @Command(
            name = "share",
            footer = "bdm-client campaign share campaign-3",
            description = {
                "Makes a link by which anybody may look at a campaign.",
                "It needs no login, shows no paths and is printed once. The former link of the campaign ends."
            })
    ExitCode share(@Parameters(paramLabel = "CAMPAIGN", description = ID) String id) {
        return shown(
                api().replication().shareCampaign(id),
                made -> terminal().line(address().base() + made.path()));
    }

    @Command(
            name = "unshare",
            footer = "bdm-client campaign unshare campaign-3",
            description = "Revokes the link of a campaign.")
    ExitCode unshare(@Parameters(paramLabel = "CAMPAIGN", description = ID) String id) {
        api().replication().unshareCampaign(id);
        terminal().message(id + " is not shared any more");
        return ExitCode.DONE;
    }
}
