package org.bdm.client.cli.site;

import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.dataset.DataNodeView;
import picocli.CommandLine.Command;

/** The verbs about the HTTP servers that files are fetched from. */
@Command(name = "data-node", description = "Shows the data nodes that files are fetched from over HTTP.")
public final class DataNodeCommand extends VerbGroup {
    @Command(
            name = "list",
            footer = "bdm-client data-node list",
            description = "Lists data nodes: limits, rate and errors since the start.")
    ExitCode list() {
        Table table = new Table("NODE", ">BUSY", ">LIMIT", ">RATE/CONN", ">MOVED", ">FAILURES", "?NEXT TRY", "~REASON");
        return listed(
                table,
                api().replication().dataNodes(),
                node -> table.row(
                        node.node(),
                        String.valueOf(node.connections()),
                        limit(node),
                        node.bytesPerSecond() == null ? "-" : ByteSize.rate(node.bytesPerSecond()),
                        ByteSize.text(node.bytes()),
                        String.valueOf(node.failuresInARow()),
                        TimeText.moment(node.nextTryAt(), zone()),
                        node.trouble() == null ? "-" : node.trouble()));
    }

    private static String limit(DataNodeView node) {
        return node.connectionsMax() == node.connectionsConfigured()
                ? String.valueOf(node.connectionsMax())
                : node.connectionsMax() + " of " + node.connectionsConfigured();
    }
}
