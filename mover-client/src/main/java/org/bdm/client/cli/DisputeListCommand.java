package org.bdm.client.cli;

import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.DisputeView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Lists disputes, oldest first.")
final class DisputeListCommand extends Verb {
    @Option(names = "--state", paramLabel = "STATE", description = "OPEN, ACCEPTED or REJECTED; all when not given.")
    @Nullable String state;

    @Override
    ExitCode run() {
        Table table = new Table("DISPUTE", "STATE", "SINCE", ">SIZE", ">COPIES", "FILE");
        print(api().replication().disputes(state), dispute -> row(table, dispute));
        if (!json()) terminal().table(table);
        return ExitCode.DONE;
    }

    private void row(Table table, DisputeView dispute) {
        table.row(
                dispute.id(),
                dispute.state(),
                TimeText.moment(dispute.openedAt(), zone()),
                ByteSize.text(dispute.bytes()),
                String.valueOf(dispute.locations().size()),
                dispute.destination());
    }
}
