package org.bdm.client.cli.site;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.dataset.DataNodeView;
import org.bdm.core.id.ByteRate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verbs about the HTTP servers that files are fetched from. */
@Command(
        name = "data-node",
        description = "Shows, sets and bans data nodes that files are fetched from.",
        subcommands = {DataNodeBanCommand.class, DataNodeSetCommand.class})
public final class DataNodeCommand extends VerbGroup {
    @Command(
            name = "list",
            footer = "bdm-client data-node list",
            description = "Lists data nodes: limits, rate and errors since the start.")
    ExitCode list() {
        Table table = new Table(
                "/NODE",
                ">BUSY",
                ">LIMIT",
                ">RATE/CONN",
                ">?MOVED",
                ">?FAILURES",
                "ASKED",
                "BANNED",
                "?NEXT TRY",
                "~REASON");
        return listed(
                table,
                api().replication().dataNodes(),
                node -> table.row(
                        node.node(),
                        String.valueOf(node.connections()),
                        limit(node),
                        node.bytesPerSecond() == null ? "-" : ByteRate.text(node.bytesPerSecond()),
                        ByteSize.text(node.bytes()),
                        String.valueOf(node.failuresInARow()),
                        node.settings() == null ? "usual" : node.settings().preference(),
                        node.isBanned() ? "yes" : "no",
                        TimeText.moment(node.nextTryAt(), zone()),
                        node.trouble() == null ? "-" : node.trouble()));
    }

    @Command(
            name = "unban",
            footer = "bdm-client data-node unban esgf.example.org",
            description = "Lifts the ban of a data node; its files resume.")
    ExitCode unban(@Parameters(paramLabel = "HOST", description = "The data node.") String host) {
        api().links().unbanDataNode(host);
        terminal().message(host + " is not banned any more");
        return ExitCode.DONE;
    }

    @Command(
            name = "unset",
            footer = "bdm-client data-node unset esgf.example.org",
            description = "Removes all settings of a data node.")
    ExitCode unset(@Parameters(paramLabel = "HOST", description = "The data node.") String host) {
        api().links().unsetDataNode(host);
        terminal().message(host + " has the settings of the start of the server");
        return ExitCode.DONE;
    }

    @Command(name = "bans", footer = "bdm-client data-node bans", description = "Lists banned data nodes and sites.")
    ExitCode bans() {
        Table table = new Table("/PLACE", "KIND", "UNTIL", "/BY", "?SINCE", "~REASON");
        return listed(
                table,
                api().links().bans(),
                ban -> table.row(
                        ban.place(),
                        ban.isSite() ? "site" : "data node",
                        TimeText.moment(ban.until(), zone()),
                        ban.bannedBy(),
                        TimeText.moment(ban.bannedAt(), zone()),
                        ban.reason().isEmpty() ? "-" : ban.reason()));
    }

    private static String limit(DataNodeView node) {
        return node.connectionsMax() == node.connectionsConfigured()
                ? String.valueOf(node.connectionsMax())
                : node.connectionsMax() + " of " + node.connectionsConfigured();
    }
}
