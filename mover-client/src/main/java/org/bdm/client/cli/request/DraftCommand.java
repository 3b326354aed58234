package org.bdm.client.cli.request;

import java.util.Objects;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verbs about imported lists. */
@Command(name = "draft", description = "Shows and removes imported lists.", subcommands = DraftShowCommand.class)
public final class DraftCommand extends VerbGroup {
    @Command(name = "list", footer = "bdm-client draft list", description = "Lists drafts, oldest first.")
    ExitCode list() {
        Table table = new Table(
                "DRAFT", "~LABEL", "?OWNER", "FORMAT", ">ENTRIES", ">DATASETS", ">FILES", ">BYTES", "?CREATED");
        return listed(
                table,
                api().drafts().all(),
                draft -> table.row(
                        Objects.toString(draft.id(), ""),
                        Objects.toString(draft.label(), ""),
                        Objects.toString(draft.owner(), ""),
                        draft.format(),
                        String.valueOf(draft.entries()),
                        String.valueOf(draft.datasets()),
                        String.valueOf(draft.files()),
                        ByteSize.text(draft.bytes()),
                        TimeText.moment(draft.createdAt(), zone())));
    }

    @Command(
            name = "remove",
            footer = "bdm-client draft remove draft-3",
            description = "Removes a draft that no open request uses.")
    ExitCode remove(@Parameters(paramLabel = "DRAFT", description = "The id of the draft.") String draftId) {
        api().drafts().remove(draftId);
        terminal().message("removed " + draftId);
        return ExitCode.DONE;
    }
}
