package org.bdm.client.cli.site;

import java.util.Objects;
import java.util.stream.Collectors;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.SiteNodeExportView;
import org.bdm.core.control.site.SiteNodeView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verbs about the nodes of a site. */
@Command(
        name = "node",
        description = "Lists, drains and removes nodes.",
        subcommands = {NodeDrainCommand.class, PlaceSetCommand.class})
public final class NodeCommand extends VerbGroup {
    @Command(name = "list", footer = "bdm-client node list", description = "Lists the nodes of this site.")
    ExitCode list() {
        Table table = new Table("NODE", "STATE", "~ROLES", "~EXPORTS", "JOBS", "?SEEN", "~PROCESS");
        return listed(
                table,
                api().nodes().nodes(),
                node -> table.row(
                        node.id() + (node.isThis() ? " *" : ""),
                        node.state(),
                        String.join(",", node.roles()),
                        exports(node),
                        String.valueOf(node.jobs()),
                        TimeText.moment(node.seenAt(), zone()),
                        node.process()));
    }

    private static String exports(SiteNodeView node) {
        return node.exports().stream().map(NodeCommand::export).collect(Collectors.joining(" "));
    }

    private static String export(SiteNodeExportView export) {
        return export.name() + (export.isWritable() ? ":rw" : ":ro");
    }

    @Command(
            name = "resume",
            footer = "bdm-client node resume node-3",
            description = "Lets a node that drains take work again.")
    ExitCode resume(@Parameters(paramLabel = "NODE", description = "The id of the node, from 'node list'.") String id) {
        return shown(api().nodes().steer(id, "resume"), this::told);
    }

    @Command(name = "unset", hidden = true, description = "Deprecated: use 'limit remove node'.")
    ExitCode unset(@Parameters(paramLabel = "NODE", description = "The id of the node, from 'limit list'.") String id) {
        LimitVerb.deprecated(this, "limit remove node " + id);
        api().links().removeLimit("node", id, null);
        terminal().message(id + " has no limit");
        return ExitCode.DONE;
    }

    private void told(SiteNodeView node) {
        terminal().message(node.id() + " is " + Objects.toString(node.state(), ""));
    }

    @Command(
            name = "remove",
            footer = "bdm-client node remove node-3",
            description = "Removes a node for good: its process ends.")
    ExitCode remove(@Parameters(paramLabel = "NODE", description = "The id of the node, from 'node list'.") String id) {
        api().nodes().remove(id);
        terminal().message("removed " + id);
        return ExitCode.DONE;
    }
}
