package org.bdm.client.cli;

import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.DataNodeView;
import picocli.CommandLine.Command;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Lists data nodes: limits, rate and errors since the start.")
final class DataNodeListCommand extends Verb {
    @Override
    ExitCode run() {
        Table table = new Table("NODE", ">BUSY", ">LIMIT", ">RATE/CONN", ">MOVED", ">FAILURES", "NEXT TRY", "TROUBLE");
        print(api().replication().dataNodes(), node -> row(table, node));
        if (!json()) terminal().table(table);
        return ExitCode.DONE;
    }

    private void row(Table table, DataNodeView node) {
        String limit = node.connectionsMax() == node.connectionsConfigured()
                ? String.valueOf(node.connectionsMax())
                : node.connectionsMax() + " of " + node.connectionsConfigured();
        table.row(
                node.node(),
                String.valueOf(node.connections()),
                limit,
                node.bytesPerSecond() == null ? "-" : ByteSize.rate(node.bytesPerSecond()),
                ByteSize.text(node.bytes()),
                String.valueOf(node.failuresInARow()),
                TimeText.moment(node.nextTryAt(), zone()),
                node.trouble() == null ? "-" : node.trouble());
    }
}
