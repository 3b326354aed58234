package org.bdm.client.cli;

import java.util.Objects;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.ImportView;
import picocli.CommandLine.Command;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Lists drafts, oldest first.")
final class DraftListCommand extends Verb {
    @Override
    ExitCode run() {
        Table table =
                new Table("DRAFT", "LABEL", "OWNER", "FORMAT", ">ENTRIES", ">DATASETS", ">FILES", ">BYTES", "CREATED");
        print(api().drafts().all(), draft -> row(table, draft));
        if (!json()) terminal().table(table);
        return ExitCode.DONE;
    }

    private void row(Table table, ImportView draft) {
        table.row(
                Objects.toString(draft.id(), ""),
                Objects.toString(draft.label(), ""),
                Objects.toString(draft.owner(), ""),
                draft.format(),
                String.valueOf(draft.entries()),
                String.valueOf(draft.datasets()),
                String.valueOf(draft.files()),
                ByteSize.text(draft.bytes()),
                TimeText.moment(draft.createdAt(), zone()));
    }
}
